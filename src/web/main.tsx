import { createRoot } from 'react-dom/client';
import { followPerson } from './api/account.ts';
import { App } from './app.tsx';
import './styles/base.css';
import { startTheme } from './theme.ts';

startTheme();
followPerson();
createRoot(document.querySelector('#app') as HTMLElement).render(<App />);
