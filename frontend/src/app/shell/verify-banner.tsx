import { messageOf } from '../../api/api-error';
import { useResendVerificationMutation } from '../../api/session/session.api';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/auth';
import css from '../app.module.css';

/** Until the address is verified: says so, and sends the mail again. */
export function VerifyBanner({ email }: { email: string }) {
  const [resend, { isLoading, isSuccess }] = useResendVerificationMutation();
  const send = async () => {
    try {
      await resend({ email }).unwrap();
      toast.success(t('resent'));
    } catch (error) {
      toast.error(messageOf(error, t('resendFailed')));
    }
  };
  return (
    <div className={css.notice}>
      <Banner
        tone="info"
        title={t('verifyBanner')}
        action={
          <Button size="sm" loading={isLoading} disabled={isSuccess} onClick={() => void send()}>
            {t('resendShort')}
          </Button>
        }
      >
        {t('verifyBannerText', { email })}
      </Banner>
    </div>
  );
}
