import { t } from '../../messages/en/common';
import { toast } from '../toast/toast';

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('readonly', '');
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

/** Copies and toasts; also where the clipboard API is missing (plain http on another host). False when nothing worked. */
export async function copyText(text: string, message: string = t('copied')): Promise<boolean> {
  let done = false;
  try {
    await navigator.clipboard.writeText(text);
    done = true;
  } catch {
    done = copyBySelection(text);
  }
  if (done) toast.success(message);
  else toast.error(t('copyFailed'));
  return done;
}
