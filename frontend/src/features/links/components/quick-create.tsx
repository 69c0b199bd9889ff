import { IconLink, IconQrcode } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { Card } from '../../../components/card/card';
import { SegmentedControl } from '../../../components/segmented-control/segmented-control';
import { t } from '../../../messages/en/links';
import { CreateLinkForm } from './create-link-form';
import { CreateQrForm } from './create-qr-form';

type Kind = 'link' | 'qr';

interface Prefill {
  kind: Kind;
  value: string;
}

function prefillOf(state: unknown): Prefill | undefined {
  const prefill = (state as { prefill?: Partial<Prefill> } | null)?.prefill;
  return prefill && (prefill.kind === 'link' || prefill.kind === 'qr') && typeof prefill.value === 'string'
    ? (prefill as Prefill)
    : undefined;
}

/** Short link or QR code, one field away. `?create=link|qr` (the `c` key, the command menu) opens and focuses it. */
export function QuickCreate() {
  const [params, setParams] = useSearchParams();
  const prefill = prefillOf(useLocation().state);
  const [kind, setKind] = useState<Kind>(prefill?.kind ?? 'link');
  const input = useRef<HTMLInputElement>(null);
  const asked = params.get('create');
  const [focusing, setFocusing] = useState<Kind>();

  useEffect(() => {
    if (asked !== 'link' && asked !== 'qr') return;
    setKind(asked);
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('create');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
    setFocusing(asked);
  }, [asked, setParams]);
  useEffect(() => {
    // Only now is the tab's own form on the screen.
    if (focusing !== kind) return;
    input.current?.focus();
    setFocusing(undefined);
  }, [focusing, kind]);

  const value = (of: Kind) => (prefill?.kind === of ? prefill.value : '');
  return (
    <Card
      title={t('create')}
      actions={
        <SegmentedControl
          label={t('create')}
          size="sm"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'link', label: t('linkTab'), icon: <IconLink aria-hidden="true" /> },
            { value: 'qr', label: t('qrTab'), icon: <IconQrcode aria-hidden="true" /> },
          ]}
        />
      }
    >
      {kind === 'link' ? (
        <CreateLinkForm prefill={value('link')} inputRef={input} />
      ) : (
        <CreateQrForm prefill={value('qr')} inputRef={input} />
      )}
    </Card>
  );
}
