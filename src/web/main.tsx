import { createRoot } from 'react-dom/client';
import { learnPerson } from './api/account.ts';
import { App } from './app.tsx';
import './styles/base.css';
import { startTheme } from './theme.ts';

startTheme();
void learnPerson();
createRoot(document.querySelector('#app') as HTMLElement).render(<App />);
