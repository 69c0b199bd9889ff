import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import css from './drop-file.module.css';

export interface DropFileProps {
  label: string;
  hint?: ReactNode;
  error?: string;
  /** MIME types, as an input takes them. */
  accept: string;
  busy?: boolean;
  onFile: (file: File) => void;
}

/** Takes one file by a press (a native file input) or dragged onto it. What the file may be is the caller's to check. */
export function DropFile({ label, hint, error, accept, busy, onFile }: DropFileProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  return (
    <div className={css.field}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's extra way; the input inside does it by keyboard */}
      <div
        className={css.zone}
        data-over={over || undefined}
        data-invalid={error ? '' : undefined}
        aria-busy={busy || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const file = event.dataTransfer.files[0];
          if (file) onFile(file);
        }}
      >
        <input
          id={id}
          type="file"
          className={css.input}
          accept={accept}
          disabled={busy}
          aria-describedby={`${id}-hint`}
          aria-invalid={error ? true : undefined}
          onChange={({ target }) => {
            const file = target.files?.[0];
            // The same file can be chosen again after it was removed.
            target.value = '';
            if (file) onFile(file);
          }}
        />
        <IconUpload aria-hidden="true" />
        <label htmlFor={id} className={css.label}>
          {label}
        </label>
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      </div>
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
