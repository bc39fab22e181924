/** One example of a logistic regression. */
export interface Example {
  x: readonly number[];
  y: number;
  weight: number;
}

/** Weights of a logistic regression by Newton's method, with an L2 penalty on all but the first. Deterministic. */
export function regress(examples: readonly Example[], penalty: number): number[] {
  const size = examples[0]?.x.length ?? 0;
  let w = new Array<number>(size).fill(0);
  for (let step = 0; step < 30; step++) {
    const gradient = w.map((value, i) => (i === 0 ? 0 : -penalty * value));
    const hessian = w.map((_, i) => w.map((_, j) => (i === j ? (i === 0 ? 1e-6 : penalty) : 0)));
    for (const { x, y, weight } of examples) {
      const z = x.reduce((sum, value, i) => sum + value * (w[i] ?? 0), 0);
      const p = 1 / (1 + Math.exp(-z));
      for (let i = 0; i < size; i++) {
        const xi = x[i] ?? 0;
        if (xi === 0) continue;
        gradient[i] = (gradient[i] ?? 0) + weight * (y - p) * xi;
        const row = hessian[i] as number[];
        const c = weight * p * (1 - p) * xi;
        for (let j = 0; j <= i; j++) row[j] = (row[j] ?? 0) + c * (x[j] ?? 0);
      }
    }
    const change = solve(hessian, gradient);
    w = w.map((value, i) => value + (change[i] ?? 0));
    if (Math.max(...change.map(Math.abs)) < 1e-6) break;
  }
  return w;
}

/** Solves a symmetric positive definite system, of which the lower half is given. */
function solve(a: number[][], b: readonly number[]): number[] {
  const n = b.length;
  const l = a.map(() => new Array<number>(n).fill(0));
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let sum = a[i]?.[j] ?? 0;
      for (let k = 0; k < j; k++) sum -= (l[i]?.[k] ?? 0) * (l[j]?.[k] ?? 0);
      (l[i] as number[])[j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (l[j]?.[j] ?? 1);
    }
  const y = new Array<number>(n).fill(0);
  for (let i = 0; i < n; i++) {
    let sum = b[i] ?? 0;
    for (let k = 0; k < i; k++) sum -= (l[i]?.[k] ?? 0) * (y[k] ?? 0);
    y[i] = sum / (l[i]?.[i] ?? 1);
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let sum = y[i] ?? 0;
    for (let k = i + 1; k < n; k++) sum -= (l[k]?.[i] ?? 0) * (x[k] ?? 0);
    x[i] = sum / (l[i]?.[i] ?? 1);
  }
  return x;
}
