import { t } from '../../messages/en/analytics';

/** What is counted: the same screens tell of clicks on links and of scans of codes. */
export type Noun = 'clicks' | 'scans';

/** The texts that name it. */
export const words = {
  clicks: {
    overTime: t('clicksOverTime'),
    recent: t('recentClicks'),
    none: t('noClicks'),
    noneText: t('noClicksText'),
    noneFiltered: t('noClicksFiltered'),
    by: (name: string) => t('clicksOf', { name }),
    at: (name: string, count: number) => t('mapEntry', { name, count }),
    map: t('map'),
  },
  scans: {
    overTime: t('scansOverTime'),
    recent: t('recentScans'),
    none: t('noScans'),
    noneText: t('noScansText'),
    noneFiltered: t('noScansFiltered'),
    by: (name: string) => t('scansOf', { name }),
    at: (name: string, count: number) => t('mapScans', { name, count }),
    map: t('mapOfScans'),
  },
} as const;
