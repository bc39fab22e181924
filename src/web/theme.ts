import { kept } from './api/kept.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const theme = kept<Theme>('theme', 'system');

function show(wanted: Theme) {
  if (wanted === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = wanted;
}

export const useTheme = theme.use;
export const startTheme = () => show(theme.get());
export const setTheme = (wanted: Theme) => {
  theme.set(wanted);
  show(wanted);
};
