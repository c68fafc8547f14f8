"""Reports: records as records.jsonl, report.md, report.tex, index.html and figures. Nothing here decides."""
