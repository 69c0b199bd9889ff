import { useId } from 'react';
import { Checkbox } from '../../components/checkbox/checkbox';
import { TextField } from '../../components/field/text-field';
import type { useForm } from '../../lib/form/use-form';
import { t } from '../../messages/en/webhooks';
import { eventNames, events, isVisit } from './events';
import css from './webhooks.module.css';

export type WebhookValues = { url: string; events: string[]; includeBots: boolean; batchClicks: boolean };

/** What is wrong with what was typed. */
export function problemsOf({ url, events: chosen }: WebhookValues): { url?: string; events?: string } {
  return {
    ...(url.trim() ? {} : { url: t('urlMissing') }),
    ...(chosen.length > 0 ? {} : { events: t('eventsMissing') }),
  };
}

/** As the API takes it: the events in their usual order. */
export const bodyOf = ({ url, events: chosen, includeBots, batchClicks }: WebhookValues) => ({
  url: url.trim(),
  events: eventNames.filter((name) => chosen.includes(name)),
  includeBots,
  batchClicks,
});

/** Where to, about what, and how: of a new webhook or of one that is edited. */
export function WebhookFields({ form }: { form: ReturnType<typeof useForm<WebhookValues>> }) {
  const eventsErrorId = useId();
  const { events: chosen } = form.values;
  return (
    <>
      <TextField
        label={t('url')}
        hint={t('urlHint')}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2048}
        placeholder="https://example.com/webhooks/linqr"
        {...form.field('url')}
      />
      <fieldset className={css.group} aria-describedby={form.errors.events ? eventsErrorId : undefined}>
        <legend>{t('events')}</legend>
        <div className={css.choices}>
          {eventNames.map((name) => (
            <Checkbox
              key={name}
              name="events"
              label={<code>{name}</code>}
              hint={events[name]}
              checked={chosen.includes(name)}
              onCheckedChange={(on) => form.set('events', on ? [...chosen, name] : chosen.filter((other) => other !== name))}
            />
          ))}
        </div>
        {form.errors.events && (
          <p id={eventsErrorId} className={css.problem}>
            {form.errors.events}
          </p>
        )}
      </fieldset>
      {chosen.some(isVisit) && (
        <fieldset className={css.group}>
          <legend>{t('options')}</legend>
          <div className={css.choices}>
            <Checkbox label={t('includeBots')} hint={t('includeBotsHint')} {...form.check('includeBots')} />
            <Checkbox label={t('batchClicks')} hint={t('batchClicksHint')} {...form.check('batchClicks')} />
          </div>
        </fieldset>
      )}
    </>
  );
}
