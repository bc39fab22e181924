/** One way to break the service, and what must hold. `run` returns the figure and whether the bar was met. */
export interface Fault {
  name: string;
  bar: string;
  run(size: 'full' | 'short'): Promise<{ figure: string; pass: boolean }>;
}
