import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { messageOf } from '../../api/api-error';
import { useCreateLinkMutation, useGenerateQrMutation } from '../../api/creation.api';
import { toast } from '../../components/toast/toast';
import type { Carry } from '../../lib/carry/carry';
import { parseDestination } from '../../lib/url/destination';
import { t } from '../../messages/en/quick-tool';

function carriedIn(state: unknown): Carry | undefined {
  if (typeof state !== 'object' || state === null || !('carry' in state)) return undefined;
  return state.carry as Carry;
}

/**
 * Creates what a visitor typed on the landing page before signing up, once. If the server refuses, the value goes on
 * as `prefill` to the dashboard's panel, so that nothing typed is lost.
 */
export function CarryOver() {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [createLink] = useCreateLinkMutation();
  const [generateQr] = useGenerateQrMutation();
  const started = useRef<string>(undefined);
  const carry = carriedIn(state);

  useEffect(() => {
    const mark = carry && `${carry.kind}:${carry.key}:${carry.value}`;
    if (!carry || started.current === mark) return;
    started.current = mark;
    const { kind, value, key } = carry;
    const idempotencyKey = key || undefined;
    const type = parseDestination(value) ? ('url' as const) : ('text' as const);
    const work =
      kind === 'link'
        ? createLink({ originalUrl: value, idempotencyKey }).unwrap()
        : generateQr({ content: value, type, idempotencyKey }).unwrap();
    work.then(
      (created) => {
        toast.success(t(kind === 'link' ? 'linkOk' : 'qrOk'));
        void navigate(pathname + search, { replace: true, state: { created: { kind, id: created.id } } });
      },
      (error: unknown) => {
        const reason = messageOf(error, t('carryReason'));
        toast.error(t(kind === 'link' ? 'carryLinkFailed' : 'carryQrFailed', { reason }), { duration: 8_000 });
        void navigate(pathname + search, { replace: true, state: { prefill: { kind, value } } });
      },
    );
  }, [carry, createLink, generateQr, navigate, pathname, search]);
  return null;
}
