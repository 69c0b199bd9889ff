import { toCustomization } from '@linqr/qr-render';
import { IconArrowBackUp, IconRestore } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../api/api-error';
import { useSession } from '../../../api/session/use-session';
import type { QrCode } from '../../../api/types';
import { Banner } from '../../../components/banner/banner';
import { Button } from '../../../components/button/button';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog';
import { toast } from '../../../components/toast/toast';
import { useLeaveGuard } from '../../../lib/use-leave-guard';
import { t } from '../../../messages/en/qr-designer';
import { useUpdateQrMutation } from '../qr.api';
import { BrandingSection } from './branding-section';
import { ColorSection } from './color-sections';
import css from './designer.module.css';
import { EncodeSection } from './encode-section';
import { LogoSection } from './logo-section';
import { CornerSection, FrameSection, PatternSection, SizeSection } from './look-sections';
import { PreviewPanel } from './preview-panel';
import { TemplateSection } from './template-section';
import { useDesigner } from './use-designer';

const Section = ({ children }: { children: ReactNode }) => <section className={css.section}>{children}</section>;

/** Everything about how a code looks, with the code beside it. */
export function Designer({ code }: { code: QrCode }) {
  const designer = useDesigner(code);
  const navigate = useNavigate();
  const verdict = useRef<HTMLDivElement>(null);
  const [updateQr, { isLoading }] = useUpdateQrMutation();
  const [problem, setProblem] = useState<string>();

  const { expired } = useSession();
  // A session that ended leads to the login whatever is unsaved; the design is kept as a draft and waits here.
  const guard = useLeaveGuard(designer.dirty && !expired);

  const save = async () => {
    setProblem(undefined);
    if (!designer.ok || !designer.sizeValid) {
      verdict.current?.focus();
      return;
    }
    try {
      const customization = toCustomization({ design: designer.design, size: designer.savedSize });
      await updateQr({ id: code.id, body: { customization, ...(code.shortUrl ? { encodes: designer.encodes } : {}) } }).unwrap();
      toast.success(t('saved'));
      guard.release();
      void navigate('/qr-codes');
    } catch (error) {
      toast.error(t('saveFailed'));
      setProblem(messageOf(error, t('saveFailed')));
    }
  };

  return (
    <div className={css.designer}>
      <div className={css.settings}>
        <Section>
          <TemplateSection designer={designer} />
        </Section>
        <Section>
          <PatternSection designer={designer} />
        </Section>
        <Section>
          <CornerSection designer={designer} />
        </Section>
        <Section>
          <ColorSection designer={designer} />
        </Section>
        <Section>
          <LogoSection designer={designer} />
        </Section>
        <Section>
          <FrameSection designer={designer} />
        </Section>
        <Section>
          <fieldset className={css.stack}>
            <legend className={css.legend}>{t('size')}</legend>
            <SizeSection designer={designer} />
          </fieldset>
        </Section>
        <Section>
          <EncodeSection code={code} designer={designer} />
        </Section>
        <Section>
          <BrandingSection designer={designer} />
        </Section>
      </div>
      <aside className={css.side} aria-label={t('preview')}>
        <PreviewPanel code={code} designer={designer} verdictRef={verdict} />
      </aside>
      <div className={css.footer}>
        {problem && <Banner tone="danger">{problem}</Banner>}
        <div className={css.footerRow}>
          <div className={css.footerEnd}>
            <Button variant="ghost" icon={<IconRestore aria-hidden="true" />} onClick={designer.reset}>
              {t('reset')}
            </Button>
            {designer.undoReset && (
              <>
                <span className="visually-hidden" role="status">
                  {t('resetDone')}
                </span>
                <Button variant="ghost" icon={<IconArrowBackUp aria-hidden="true" />} onClick={designer.undoReset}>
                  {t('undo')}
                </Button>
              </>
            )}
          </div>
          <div className={css.footerEnd}>
            <Button onClick={() => navigate('/qr-codes')}>{t('cancel')}</Button>
            <Button variant="primary" loading={isLoading} onClick={() => void save()}>
              {isLoading ? t('saving') : t('save')}
            </Button>
          </div>
        </div>
      </div>
      <ConfirmDialog
        open={guard.asking}
        onOpenChange={(open) => !open && guard.stay()}
        title={t('leaveTitle')}
        text={t('leaveText')}
        confirmLabel={t('leave')}
        onConfirm={guard.leave}
      />
    </div>
  );
}
