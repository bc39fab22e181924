import { type DragEvent, useState } from 'react';
import { type Picked, pickDropped } from './picked.ts';

/** Props that make an element accept dropped files and folders, and whether any are dragged over it. Other dragged things are ignored. */
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
    event.stopPropagation(); // an inner drop target takes its own
    setOver(false);
    void pickDropped(event.dataTransfer).then(onPicked);
  };
  const onDragLeave = (event: DragEvent) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false);
  return { over, target: { onDragEnter: onDrag, onDragOver: onDrag, onDragLeave, onDrop } };
}
