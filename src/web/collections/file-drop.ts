import { type DragEvent, useState } from 'react';
import { type Picked, pickDropped } from './picked.ts';

/** What makes a part of the page take files and folders that are dropped on it, and whether any are held over it. Other things that are dragged are left alone. */
export function useFileDrop(onPicked: (picked: Picked[]) => void) {
  const [over, setOver] = useState(false);
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation(); // what is inside of another that takes drops takes its own
    setOver(false);
    void pickDropped(event.dataTransfer).then(onPicked);
  };
  const onDragLeave = (event: DragEvent) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false);
  return { over, target: { onDragEnter: onDrag, onDragOver: onDrag, onDragLeave, onDrop } };
}
