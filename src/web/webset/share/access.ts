import { createContext, useContext } from 'react';
import type { WebsetAccess } from '../../generated/documents.ts';

/** What the reader may do with the shown webset. */
export const AccessContext = createContext<WebsetAccess>('own');

/** Whether the shown webset can be changed here. */
export const useMayEdit = (): boolean => useContext(AccessContext) !== 'read';
