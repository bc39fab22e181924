let dropped: File | null = null;

/** Hands a list that was dropped on the start to the webset that is opened next. */
export const handOver = (file: File) => {
  dropped = file;
};

/** The list that was handed over, once. */
export function takeDropped(): File | null {
  const file = dropped;
  dropped = null;
  return file;
}
