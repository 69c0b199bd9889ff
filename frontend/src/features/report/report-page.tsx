import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../api/session/use-session';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { TextArea, TextField } from '../../components/field/text-field';
import { FormPage, FormSent, Trap } from '../../components/form-page/form-page';
import { Select } from '../../components/select/select';
import { toast } from '../../components/toast/toast';
import { useForm } from '../../lib/form/use-form';
import { usePageMeta } from '../../lib/use-page-meta';
import { t } from '../../messages/en/report';
import { useSendReportMutation } from './report.api';
import css from './report.module.css';

const reasons = [t('reasonPhishing'), t('reasonMalware'), t('reasonScam'), t('reasonSpam'), t('reasonIllegal'), t('reasonOther')].map(
  (label) => ({ value: label, label }),
);

function ReportForm({ shortId, email, onSent }: { shortId: string; email: string; onSent: () => void }) {
  const [send] = useSendReportMutation();
  const form = useForm({
    initial: { shortId, reason: reasons[0]!.value, details: '', email, website: '' },
    validate: (v) => ({
      ...(v.shortId.trim() ? {} : { shortId: t('shortIdRequired') }),
      ...(v.email.trim() === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(v.email.trim()) ? {} : { email: t('emailInvalid') }),
    }),
    onSubmit: async (v) => {
      await send(v).unwrap();
      onSent();
    },
    onFailure: () => toast.error(t('failed')),
  });
  return (
    <form {...form.formProps}>
      <TextField
        label={t('shortId')}
        hint={t('shortIdHint')}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={2_048}
        {...form.field('shortId')}
      />
      <Select label={t('reason')} options={reasons} {...form.field('reason')} />
      <TextArea label={t('details')} hint={t('detailsHint')} optional rows={4} maxLength={2_000} {...form.field('details')} />
      <TextField
        label={t('email')}
        hint={t('emailHint')}
        optional
        type="email"
        autoComplete="email"
        maxLength={254}
        {...form.field('email')}
      />
      <Trap label={t('trap')} value={form.values.website} onChange={(value) => form.set('website', value)} />
      {form.formError && <Banner tone="danger">{form.formError}</Banner>}
      <Button type="submit" variant="primary" size="lg" loading={form.submitting}>
        {t('send')}
      </Button>
    </form>
  );
}

/** /report; `?shortId=` names the link, as the edge's own pages do. */
export function ReportPage() {
  usePageMeta({ title: t('title'), description: t('lead') });
  const [params] = useSearchParams();
  const { user, isLoading } = useSession();
  const [sent, setSent] = useState(false);
  const shortId = (params.get('shortId') ?? '').slice(0, 2_048);
  return (
    <FormPage
      title={t('title')}
      lead={t('lead')}
      aside={
        <Card title={t('nextTitle')}>
          <ol className={css.steps}>
            <li>{t('next1')}</li>
            <li>{t('next2')}</li>
            <li>{t('next3')}</li>
          </ol>
        </Card>
      }
    >
      <Card padding="lg">
        {sent ? (
          <FormSent title={t('sentTitle')} text={t('sentText')} action={<Button onClick={() => setSent(false)}>{t('another')}</Button>} />
        ) : (
          <ReportForm key={isLoading ? '' : (user?.id ?? '')} shortId={shortId} email={user?.email ?? ''} onSent={() => setSent(true)} />
        )}
      </Card>
    </FormPage>
  );
}
