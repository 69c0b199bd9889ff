import { Link } from 'react-router-dom';
import { useSession } from '../../api/session/use-session';
import { ButtonLink } from '../../components/button/button';
import { usePageMeta } from '../../lib/use-page-meta';
import { t } from '../../messages/en/marketing';
import css from './marketing.module.css';
import { Screenshot } from './screenshot';

interface Group {
  title: string;
  points: readonly (readonly [title: string, text: string])[];
  picture?: 'links' | 'designer' | 'overview';
  more: { to: string; label: string };
}

const groups: Group[] = [
  {
    title: t('gLinks'),
    picture: 'links',
    more: { to: '/docs/links', label: t('moreLinks') },
    points: [
      [t('gLinks1'), t('gLinks1Text')],
      [t('gLinks2'), t('gLinks2Text')],
      [t('gLinks3'), t('gLinks3Text')],
      [t('gLinks4'), t('gLinks4Text')],
      [t('gLinks5'), t('gLinks5Text')],
      [t('gLinks6'), t('gLinks6Text')],
      [t('gLinks7'), t('gLinks7Text')],
      [t('gLinks8'), t('gLinks8Text')],
    ],
  },
  {
    title: t('gCodes'),
    picture: 'designer',
    more: { to: '/docs/qr-codes', label: t('moreCodes') },
    points: [
      [t('gCodes1'), t('gCodes1Text')],
      [t('gCodes2'), t('gCodes2Text')],
      [t('gCodes3'), t('gCodes3Text')],
      [t('gCodes4'), t('gCodes4Text')],
    ],
  },
  {
    title: t('gFigures'),
    picture: 'overview',
    more: { to: '/docs/analytics', label: t('moreFigures') },
    points: [
      [t('gFigures1'), t('gFigures1Text')],
      [t('gFigures2'), t('gFigures2Text')],
      [t('gFigures3'), t('gFigures3Text')],
      [t('gFigures4'), t('gFigures4Text')],
      [t('gFigures5'), t('gFigures5Text')],
      [t('gFigures6'), t('gFigures6Text')],
    ],
  },
  {
    title: t('gDevelopers'),
    points: [
      [t('gDevelopers1'), t('gDevelopers1Text')],
      [t('gDevelopers2'), t('gDevelopers2Text')],
      [t('gDevelopers3'), t('gDevelopers3Text')],
      [t('gDevelopers4'), t('gDevelopers4Text')],
    ],
    more: { to: '/docs', label: t('moreDocs') },
  },
  {
    title: t('gSafety'),
    points: [
      [t('gSafety1'), t('gSafety1Text')],
      [t('gSafety2'), t('gSafety2Text')],
    ],
    more: { to: '/docs/account', label: t('moreSafety') },
  },
];

/** /features */
export function FeaturesPage() {
  usePageMeta({ title: t('featuresPageTitle'), description: t('featuresDescription') });
  const { isAuthenticated } = useSession();
  return (
    <div className={css.section}>
      <header className={css.sectionHead}>
        <h1>{t('featuresPageTitle')}</h1>
        <p>{t('featuresPageLead')}</p>
      </header>
      <div className={css.groups}>
        {groups.map((group) => (
          <section key={group.title} className={css.group}>
            <div className={css.groupHead}>
              <h2>{group.title}</h2>
              <Link to={group.more.to}>{group.more.label}</Link>
            </div>
            <div className={css.points}>
              {group.points.map(([title, text]) => (
                <div key={title}>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              ))}
            </div>
            {group.picture && (
              <div className={css.groupPicture}>
                <Screenshot of={group.picture} />
              </div>
            )}
          </section>
        ))}
      </div>
      <div className={css.sectionHead}>
        <h2>{t('ctaTitle')}</h2>
        <ButtonLink to={isAuthenticated ? '/dashboard' : '/register'} variant="primary" size="lg">
          {isAuthenticated ? t('openDashboard') : t('startFree')}
        </ButtonLink>
      </div>
    </div>
  );
}
