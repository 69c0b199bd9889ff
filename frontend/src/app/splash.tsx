import { LogoMark } from '../components/logo/logo';
import { LoadingRegion } from '../components/skeleton/skeleton';
import css from './app.module.css';

/** While the start-up calls are on their way. */
export function Splash() {
  return (
    <LoadingRegion>
      <div className={css.splash}>
        <LogoMark size={40} />
      </div>
    </LoadingRegion>
  );
}
