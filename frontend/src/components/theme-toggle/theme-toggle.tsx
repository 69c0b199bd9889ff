import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTheme } from '../../lib/theme/use-theme';
import { t } from '../../messages/en/common';
import css from './theme-toggle.module.css';

const faces = {
  system: { label: t('themeSystem'), Icon: IconDeviceDesktop },
  light: { label: t('themeLight'), Icon: IconSun },
  dark: { label: t('themeDark'), Icon: IconMoon },
} as const;

/** Goes round system → light → dark. */
export function ThemeToggle() {
  const { theme, next } = useTheme();
  const { label, Icon } = faces[theme];
  return (
    <button type="button" className={css.toggle} aria-label={label} title={label} onClick={next}>
      <Icon aria-hidden="true" />
    </button>
  );
}
