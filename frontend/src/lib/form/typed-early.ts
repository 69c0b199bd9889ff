/**
 * What somebody types into a page that was drawn at build time, before its scripts have taken it over. React starts every
 * control with the form's own value; a form asks here for what stood there before.
 */
const typed = new WeakMap<Element, string>();

type Control = HTMLInputElement | HTMLTextAreaElement;
const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Call before the page is taken over: notes what is typed, and goes on noting until the forms have asked. */
export function noteTyped(root: Element): void {
  for (const control of root.querySelectorAll<Control>('input, textarea')) {
    if (control.value !== control.defaultValue) typed.set(control, control.value);
  }
  root.addEventListener('input', ({ target }) => isControl(target) && typed.set(target, target.value), { capture: true });
}

/** Of a form that may be drawn at build time: until it is alive, public/after-paint.js holds back its sending. */
export const WAITS = { 'data-waits': '' };

/** The form is alive; true where it was sent before. */
export function takeSent(form: HTMLFormElement & { wasSent?: boolean }): boolean {
  form.removeAttribute('data-waits');
  const { wasSent = false } = form;
  delete form.wasSent;
  return wasSent;
}

/** Name → text of the form's controls, once: asking removes them. */
export function takeTyped(form: HTMLFormElement): Record<string, string> {
  const found: Record<string, string> = {};
  for (const control of Array.from(form.elements)) {
    const text = typed.get(control);
    const name = control.getAttribute('name');
    if (text !== undefined && name) found[name] = text;
    typed.delete(control);
  }
  return found;
}
