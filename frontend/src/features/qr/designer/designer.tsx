import { toCustomization } from '@linqr/qr-render';
import { IconRestore } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../api/api-error';
import type { QrCode } from '../../../api/types';
import { Banner } from '../../../components/banner/banner';
import { Button } from '../../../components/button/button';
import { toast } from '../../../components/toast/toast';
import { t } from '../../../messages/en/qr-designer';
import { useUpdateQrMutation } from '../qr.api';
import { BrandingSection } from './branding-section';
import { ColorSection } from './color-sections';
import css from './designer.module.css';
import { LogoSection } from './logo-section';
import { CornerSection, FrameSection, PatternSection, SizeSection, TemplateSection } from './look-sections';
import { PreviewPanel } from './preview-panel';
import { useDesigner } from './use-designer';

const Section = ({ children }: { children: ReactNode }) => <section className={css.section}>{children}</section>;

/** Everything about how a code looks, with the code beside it. */
export function Designer({ code }: { code: QrCode }) {
  const designer = useDesigner(code);
  const navigate = useNavigate();
  const verdict = useRef<HTMLDivElement>(null);
  const [updateQr, { isLoading }] = useUpdateQrMutation();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    if (!designer.dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [designer.dirty]);

  const save = async () => {
    setProblem(undefined);
    if (!designer.ok || !designer.sizeValid) {
      verdict.current?.focus();
      return;
    }
    try {
      const customization = toCustomization({ design: designer.design, size: designer.savedSize });
      await updateQr({ id: code.id, body: { customization } }).unwrap();
      toast.success(t('saved'));
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
          <BrandingSection designer={designer} />
        </Section>
      </div>
      <aside className={css.side} aria-label={t('preview')}>
        <PreviewPanel code={code} designer={designer} verdictRef={verdict} />
      </aside>
      <div className={css.footer}>
        {problem && <Banner tone="danger">{problem}</Banner>}
        <div className={css.footerRow}>
          <Button variant="ghost" icon={<IconRestore aria-hidden="true" />} onClick={designer.reset}>
            {t('reset')}
          </Button>
          <div className={css.footerEnd}>
            <Button onClick={() => navigate('/qr-codes')}>{t('cancel')}</Button>
            <Button variant="primary" loading={isLoading} onClick={() => void save()}>
              {isLoading ? t('saving') : t('save')}
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}
