"""A convolutional network on JAX, its training by mini-batch gradient descent, and the kernel of its gradients.

    two convolutions 3 × 3 with relu, the second with stride 2, and a dense layer: x ↦ f(x; v) ∈ ℝ^k
    K(x, x') = ⟨F(x), F(x')⟩/(‖F(x)‖ ‖F(x')‖),  F(x) = the Jacobian ∂f(x; v)/∂v, flattened

Initial weights are normal with variance 2/fan-in, biases 0. NumPy draws all that is random, in double precision; the
network itself computes in single precision.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

Layers = list[tuple[Any, Any]]
AT_ONCE = 2**22  # entries of the Jacobians held at a time: what caches hold is faster than what memory does
LAYOUT = ("NHWC", "HWIO", "NHWC")


@dataclass(frozen=True)
class Training:
    """Plain mini-batch gradient descent on the cross-entropy."""

    channels: tuple[int, int]
    epochs: int
    rate: float
    batch: int


def initial(shape: tuple[int, ...], channels: tuple[int, int], classes: int, rng: np.random.Generator) -> Layers:
    """Random layers for images of the shape (height, width, colours)."""
    height, width, colours = shape
    first, second = channels
    dense = -(-height // 2) * -(-width // 2) * second
    weights = [(3, 3, colours, first), (3, 3, first, second), (dense, classes)]
    return [(normal(size, rng), jnp.zeros(size[-1])) for size in weights]


def normal(size: tuple[int, ...], rng: np.random.Generator) -> Any:
    """Weights with variance 2/fan-in."""
    return jnp.asarray(rng.standard_normal(size) * np.sqrt(2 / np.prod(size[:-1])), dtype=jnp.float32)


def scores(layers: Layers, images: Any) -> Any:
    """f(x; v) for each image."""
    (first, a), (second, b), (dense, c) = layers
    x = jax.nn.relu(jax.lax.conv_general_dilated(images, first, (1, 1), "SAME", dimension_numbers=LAYOUT) + a)
    x = jax.nn.relu(jax.lax.conv_general_dilated(x, second, (2, 2), "SAME", dimension_numbers=LAYOUT) + b)
    return x.reshape(len(x), -1) @ dense + c


def cross_entropy(layers: Layers, images: Any, labels: Any) -> Any:
    """The mean of −ln softmax(f(x; v))_c."""
    return -jnp.mean(jax.nn.log_softmax(scores(layers, images))[jnp.arange(len(labels)), labels])


@jax.jit
def step(layers: Layers, images: Any, labels: Any, rate: float) -> Any:
    """One step of gradient descent."""
    gradient = jax.grad(cross_entropy)(layers, images, labels)
    return jax.tree.map(lambda v, slope: v - rate * slope, layers, gradient)


@jax.jit
def features(layers: Layers, images: Any) -> Any:
    """F(x)/‖F(x)‖ as rows."""
    jacobian = jax.vmap(lambda x: jax.jacrev(lambda v: scores(v, x[None])[0])(layers))(images)
    flat = jnp.concatenate([part.reshape(len(images), -1) for part in jax.tree.leaves(jacobian)], axis=1)
    return flat / jnp.linalg.norm(flat, axis=1, keepdims=True)


def kernel(layers: Layers, images: np.ndarray, others: np.ndarray) -> np.ndarray:
    """K between the images, as rows, and the others."""
    columns = features(layers, others)
    size = max(1, AT_ONCE // columns.shape[1])
    parts = [features(layers, images[k : k + size]) @ columns.T for k in range(0, len(images), size)]
    return np.concatenate([np.asarray(part, dtype=float) for part in parts])


def trained(images: np.ndarray, labels: np.ndarray, classes: int, how: Training, seed: int) -> Iterator[Layers]:
    """The layers before the first epoch, after it, after the second, …"""
    rng = np.random.default_rng(seed)
    layers = initial(images.shape[1:], how.channels, classes, rng)
    yield layers
    for _ in range(how.epochs):
        for batch in np.array_split(rng.permutation(len(images)), max(1, len(images) // how.batch)):
            layers = step(layers, images[batch], labels[batch], how.rate)
        yield layers
