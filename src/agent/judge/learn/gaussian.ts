/** A training target: `y` is 1 for yes, 0 for no, or between them; `weight` is how much it counts. */
export interface Target {
  y: number;
  weight: number;
}

/** A person's or a model's answer for a row. */
export interface Label extends Target {
  row: number;
  /** Whether the answer leaves it open; it counts as half a no. */
  isOpen?: boolean;
}

/** A Gaussian process over labels at its mode (Laplace approximation). A point's kernel with the labels gives what is added to its mean. */
export interface Posterior {
  /** The weight of each label, multiplied by its kernel with a point. */
  slopes: Float64Array;
  /** Returns what is added to the mean and the variance of a point, from its kernel with each label and with itself. */
  predict(withLabels: Float64Array, withSelf: number): { add: number; variance: number };
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
const softplus = (x: number) => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));

/** The Cholesky factor of a symmetric positive definite matrix, row by row. */
function cholesky(matrix: Float64Array[]): Float64Array[] {
  const size = matrix.length;
  const factor = matrix.map(() => new Float64Array(size));
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      const [a, b] = [factor[i] as Float64Array, factor[j] as Float64Array];
      let sum = matrix[i]?.[j] ?? 0;
      for (let k = 0; k < j; k++) sum -= (a[k] ?? 0) * (b[k] ?? 0);
      a[j] = i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / (b[j] ?? 1);
    }
  return factor;
}

function forward(factor: Float64Array[], right: Float64Array): Float64Array {
  const x = new Float64Array(right.length);
  for (let i = 0; i < x.length; i++) {
    const row = factor[i] as Float64Array;
    let sum = right[i] ?? 0;
    for (let k = 0; k < i; k++) sum -= (row[k] ?? 0) * (x[k] ?? 0);
    x[i] = sum / (row[i] ?? 1);
  }
  return x;
}

function backward(factor: Float64Array[], right: Float64Array): Float64Array {
  const x = new Float64Array(right.length);
  for (let i = x.length - 1; i >= 0; i--) {
    let sum = right[i] ?? 0;
    for (let k = i + 1; k < x.length; k++) sum -= (factor[k]?.[i] ?? 0) * (x[k] ?? 0);
    x[i] = sum / (factor[i]?.[i] ?? 1);
  }
  return x;
}

/**
 * Logistic regression by a Gaussian process (Rasmussen and Williams, Gaussian Processes for Machine Learning, algorithm 3.1, with weights).
 * `kernel` holds the kernel among the labelled points; `means` are their prior means.
 */
export function posteriorOf(kernel: Float64Array[], means: Float64Array, targets: readonly Target[]): Posterior {
  const size = targets.length;
  const times = (x: Float64Array) => Float64Array.from(kernel, (row) => row.reduce((sum, k, j) => sum + k * (x[j] ?? 0), 0));
  /** The log posterior up to a constant; f is the kernel times a. */
  const likelihood = (f: Float64Array, a: Float64Array) =>
    targets.reduce((sum, { y, weight }, i) => {
      const z = (means[i] ?? 0) + (f[i] ?? 0);
      return sum + weight * (y * z - softplus(z)) - ((a[i] ?? 0) * (f[i] ?? 0)) / 2;
    }, 0);
  let f = new Float64Array(size);
  let factor: Float64Array[] = [];
  const roots = new Float64Array(size);
  let a = new Float64Array(size);
  let reached = likelihood(f, a);
  for (let step = 0; step < 30; step++) {
    const b = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      const { y, weight } = targets[i] as Target;
      const p = sigmoid((means[i] ?? 0) + (f[i] ?? 0));
      const w = Math.max(weight * p * (1 - p), 1e-6);
      roots[i] = Math.sqrt(w);
      b[i] = w * (f[i] ?? 0) + weight * (y - p);
    }
    factor = cholesky(kernel.map((row, i) => Float64Array.from(row, (k, j) => (i === j ? 1 : 0) + (roots[i] ?? 0) * k * (roots[j] ?? 0))));
    const right = times(b).map((x, i) => (roots[i] ?? 0) * x);
    const solved = backward(factor, forward(factor, right));
    const whole = b.map((x, i) => x - (roots[i] ?? 0) * (solved[i] ?? 0));
    // a full step can overshoot the mode: it is halved until the posterior increases
    let gained = 0;
    for (let share = 1; share > 1e-4 && gained <= 0; share /= 2) {
      const next = a.map((x, i) => x + share * ((whole[i] ?? 0) - x));
      const to = times(next);
      const value = likelihood(to, next);
      gained = value - reached;
      if (gained > 0) [a, f, reached] = [next, to, value];
    }
    if (gained < 1e-6) break;
  }
  const slopes = a;
  return {
    slopes,
    predict(withLabels, withSelf) {
      let add = 0;
      const right = new Float64Array(size);
      for (let i = 0; i < size; i++) {
        add += (withLabels[i] ?? 0) * (slopes[i] ?? 0);
        right[i] = (roots[i] ?? 0) * (withLabels[i] ?? 0);
      }
      const v = forward(factor, right);
      let variance = withSelf;
      for (const x of v) variance -= x * x;
      return { add, variance: Math.max(variance, 1e-6) };
    },
  };
}
