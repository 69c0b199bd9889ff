import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { registerDraft, takeDraft } from './drafts';
import { takeSent, takeTyped, WAITS } from './typed-early';

type Value = string | boolean | number | string[];
export type FormValues = Record<string, Value>;
export type FormErrors<V> = Partial<Record<keyof V, string>>;

export interface FormOptions<V extends FormValues> {
  initial: V;
  /** Field → message for everything that is wrong now; called on blur and on submit. */
  validate?: (values: V) => FormErrors<V>;
  /** May throw an API error: its `details` land at their fields, the rest at `formError`. */
  onSubmit: (values: V) => Promise<unknown> | unknown;
  /** Called with what `onSubmit` threw, after field errors were placed. */
  onFailure?: (error: unknown) => void;
  /** Called when the form may not be sent, with what is wrong. */
  onInvalid?: (errors: FormErrors<V>) => void;
  /** Name under which typed values survive an expired session. */
  draftKey?: string;
  /** Fields never written to storage. */
  secrets?: readonly (keyof V)[];
}

function problemsOf(error: unknown): { field: string; message: string }[] {
  if (typeof error !== 'object' || error === null || !('details' in error) || !Array.isArray(error.details)) return [];
  return error.details.filter(
    (d): d is { field: string; message: string } => typeof d?.field === 'string' && typeof d?.message === 'string',
  );
}

function messageOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string' ? error.message : undefined;
}

function restored<V extends FormValues>(initial: V, draft: Record<string, unknown> | undefined): V {
  if (!draft) return initial;
  const values: FormValues = { ...initial };
  for (const [name, value] of Object.entries(initial)) {
    const saved = draft[name];
    if (typeof saved === typeof value && Array.isArray(saved) === Array.isArray(value)) values[name] = saved as Value;
  }
  return values as V;
}

/** State of one form: values, what was touched, errors on blur and submit, server errors, focus on the first bad field. */
export function useForm<V extends FormValues>(options: FormOptions<V>) {
  const { draftKey } = options;
  const [values, setValues] = useState<V>(() => restored(options.initial, draftKey ? takeDraft(draftKey) : undefined));
  const [touched, setTouched] = useState<Partial<Record<keyof V, boolean>>>({});
  const [serverErrors, setServerErrors] = useState<FormErrors<V>>({});
  const [formError, setFormError] = useState<string>();
  const [submitting, setSubmitting] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const latest = useRef({ values, options });
  useEffect(() => {
    latest.current = { values, options };
  });

  const [sentEarly, setSentEarly] = useState(false);
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const typed = takeTyped(form);
    if (Object.keys(typed).length > 0) setValues((before) => restored(before, typed));
    setSentEarly(takeSent(form));
  }, []);
  // Once what was typed is in place.
  useEffect(() => {
    if (sentEarly) formRef.current?.requestSubmit();
  }, [sentEarly]);

  useEffect(() => {
    if (!draftKey) return;
    return registerDraft(draftKey, () => {
      const { values: now, options: given } = latest.current;
      if (JSON.stringify(now) === JSON.stringify(given.initial)) return undefined;
      return Object.fromEntries(Object.entries(now).filter(([name]) => !given.secrets?.includes(name)));
    });
  }, [draftKey]);

  const found: FormErrors<V> = options.validate?.(values) ?? {};
  const errors: FormErrors<V> = {};
  for (const name of Object.keys(values) as (keyof V)[]) {
    const message = serverErrors[name] ?? (submitted || touched[name] ? found[name] : undefined);
    if (message) errors[name] = message;
  }

  const focusFirst = useCallback((wrong: FormErrors<V>) => {
    const form = formRef.current;
    if (!form) return;
    for (const control of Array.from(form.elements)) {
      if (control instanceof HTMLElement && wrong[(control.getAttribute('name') ?? '') as keyof V]) {
        control.focus();
        return;
      }
    }
  }, []);

  const set = useCallback(<K extends keyof V>(name: K, value: V[K]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setServerErrors((before) => {
      if (!before[name]) return before;
      const after = { ...before };
      delete after[name];
      return after;
    });
  }, []);

  const touch = useCallback((name: keyof V) => setTouched((before) => ({ ...before, [name]: true })), []);

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    if (submitting) return;
    setSubmitted(true);
    setFormError(undefined);
    if (Object.keys(found).length > 0) {
      options.onInvalid?.(found);
      focusFirst(found);
      return;
    }
    setSubmitting(true);
    try {
      await options.onSubmit(values);
    } catch (error) {
      const placed: FormErrors<V> = {};
      for (const { field, message } of problemsOf(error)) {
        if (field in values) placed[field as keyof V] = message;
      }
      if (Object.keys(placed).length > 0) {
        setServerErrors(placed);
        focusFirst(placed);
      } else {
        setFormError(messageOf(error));
      }
      options.onFailure?.(error);
    } finally {
      setSubmitting(false);
    }
  }

  function reset(next: V = options.initial): void {
    setValues(next);
    setTouched({});
    setServerErrors({});
    setFormError(undefined);
    setSubmitted(false);
  }

  /** Props of a text control: `<TextField label="…" {...form.field('email')} />`. */
  function field<K extends keyof V & string>(name: K) {
    return {
      name,
      value: values[name] as V[K] & string,
      error: errors[name],
      onChange: (event: { target: { value: string } }) => set(name, event.target.value as V[K]),
      onBlur: () => touch(name),
    };
  }

  /** Props of a Checkbox or Switch. */
  function check<K extends keyof V & string>(name: K) {
    return {
      name,
      checked: Boolean(values[name]),
      error: errors[name],
      onCheckedChange: (checked: boolean) => set(name, checked as V[K]),
    };
  }

  return {
    values,
    errors,
    /** Everything wrong now, shown or not. */
    problems: found,
    valid: Object.keys(found).length === 0,
    formError,
    submitting,
    dirty: JSON.stringify(values) !== JSON.stringify(options.initial),
    set,
    field,
    check,
    submit,
    reset,
    formProps: { ref: formRef, onSubmit: (event: FormEvent) => void submit(event), noValidate: true, ...WAITS },
  };
}
