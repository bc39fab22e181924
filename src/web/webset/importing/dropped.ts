let dropped: File | null = null;

/** Passes a list that was dropped on the start page to the next opened webset. */
export const handOver = (file: File) => {
  dropped = file;
};

/** Returns the passed list, once. */
export function takeDropped(): File | null {
  const file = dropped;
  dropped = null;
  return file;
}
