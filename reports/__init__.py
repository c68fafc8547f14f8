"""Reports: records told as records.jsonl, report.md, report.tex, index.html and figures; nothing here decides."""
