import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
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
import { t } from '../../messages/en/contact';
import { useSendMessageMutation } from './contact.api';
import css from './contact.module.css';

const TYPES = ['general', 'support', 'sales', 'partnership', 'feedback'] as const;
const typeOptions = [
  { value: 'general', label: t('typeGeneral') },
  { value: 'support', label: t('typeSupport') },
  { value: 'sales', label: t('typeSales') },
  { value: 'partnership', label: t('typePartnership') },
  { value: 'feedback', label: t('typeFeedback') },
];

function ContactForm({ type, person, onSent }: { type: string; person: { name: string; email: string }; onSent: (email: string) => void }) {
  const [send] = useSendMessageMutation();
  const form = useForm({
    initial: { ...person, type, subject: type === 'sales' ? t('quoteSubject') : '', message: '', website: '' },
    validate: (v) => ({
      ...(v.name.trim() ? {} : { name: t('nameRequired') }),
      ...(v.email.trim()
        ? /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(v.email.trim())
          ? {}
          : { email: t('emailInvalid') }
        : { email: t('emailRequired') }),
      ...(v.subject.trim() ? {} : { subject: t('subjectRequired') }),
      ...(v.message.trim() ? {} : { message: t('messageRequired') }),
    }),
    onSubmit: async (v) => {
      await send(v).unwrap();
      toast.success(t('sent'));
      onSent(v.email.trim());
    },
    onFailure: () => toast.error(t('failed')),
    draftKey: 'contact',
  });
  return (
    <form {...form.formProps}>
      <TextField label={t('name')} autoComplete="name" maxLength={200} {...form.field('name')} />
      <TextField label={t('email')} type="email" autoComplete="email" maxLength={254} {...form.field('email')} />
      <Select label={t('type')} options={typeOptions} {...form.field('type')} />
      <TextField label={t('subject')} maxLength={200} {...form.field('subject')} />
      <TextArea label={t('message')} rows={6} maxLength={5_000} {...form.field('message')} />
      <Trap label={t('trap')} value={form.values.website} onChange={(value) => form.set('website', value)} />
      {form.formError && <Banner tone="danger">{form.formError}</Banner>}
      <Button type="submit" variant="primary" size="lg" loading={form.submitting}>
        {t('send')}
      </Button>
    </form>
  );
}

function Hours() {
  const hours = [
    [t('weekdays'), t('weekdaysHours')],
    [t('saturday'), t('saturdayHours')],
    [t('sunday'), t('sundayHours')],
  ];
  return (
    <Card title={t('hoursTitle')}>
      <dl className={css.hours}>
        {hours.map(([day, time]) => (
          <div key={day}>
            <dt>{day}</dt>
            <dd>{time}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Questions() {
  const questions = [
    { question: t('faq1'), answer: t('faq1Answer') },
    { question: t('faq2'), answer: t('faq2Answer'), to: '/report', label: t('faq2Link') },
    { question: t('faq3'), answer: t('faq3Answer') },
    { question: t('faq4'), answer: t('faq4Answer') },
    { question: t('faq5'), answer: t('faq5Answer') },
  ];
  return (
    <Card title={t('faqTitle')} padding="none">
      <div className={css.questions}>
        {questions.map(({ question, answer, to, label }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>
              {answer} {to && <Link to={to}>{label}</Link>}
            </p>
          </details>
        ))}
      </div>
    </Card>
  );
}

/** /contact; `?type=sales` and the others choose what it is about. */
export function ContactPage() {
  usePageMeta({ title: t('title'), description: t('lead') });
  const [params] = useSearchParams();
  const { user, isLoading } = useSession();
  const [sentFrom, setSentFrom] = useState<string>();
  const type = TYPES.find((one) => one === params.get('type')) ?? 'general';
  return (
    <FormPage
      title={t('title')}
      lead={t('lead')}
      aside={
        <>
          <Hours />
          <Questions />
        </>
      }
    >
      <Card padding="lg">
        {sentFrom ? (
          <FormSent
            title={t('sentTitle')}
            text={t('sentText', { email: sentFrom })}
            action={<Button onClick={() => setSentFrom(undefined)}>{t('another')}</Button>}
          />
        ) : (
          // A form of its own once it is known who is there, so that their name and address stand in it.
          <ContactForm
            key={`${type} ${isLoading ? '' : (user?.id ?? '')}`}
            type={type}
            person={{ name: user?.name ?? '', email: user?.email ?? '' }}
            onSent={setSentFrom}
          />
        )}
      </Card>
    </FormPage>
  );
}
