import { createContext, useContext } from 'react';
import type { WebsetAccess } from '../../generated/documents.ts';

/** What whoever looks may do with the webset that is shown. */
export const AccessContext = createContext<WebsetAccess>('own');

/** Whether the webset that is shown can be changed here. */
export const useMayEdit = (): boolean => useContext(AccessContext) !== 'read';
