import { newContext, runInContext } from '@linqr/platform/context';
import { validationFailed } from '@linqr/platform/errors';
import { Feature } from '@linqr/proto/billing/v1/billing';
import {
  buildPayload,
  DEFAULT_SIZE,
  DEFAULT_STYLED_SIZE,
  parseContent,
  parseCustomization,
  type QrDesign,
  type QrType,
  type StyledSize,
} from '@linqr/qr-render';
import { checkDestination, type DestinationRules } from '../destinations/destination.js';
import type { BillingClient } from '../quota/qr-quota.js';
import type { QrRenderer } from '../rendering/renderer.js';
import type { CustomizationInput } from './qr-code.schemas.js';

const ENTITLEMENTS_TIMEOUT_MS = 1_000;
/** A page of a hundred must stay far below gRPC's 32 MB. */
const LIST_IMAGE_BYTES = 48 * 1024;

export interface QrDrawingParts {
  renderer: QrRenderer;
  billing: BillingClient;
  destinations: DestinationRules;
}

/** From what people enter to what is stored: content and payload, design and size, image. */
export class QrDrawing {
  constructor(private readonly parts: QrDrawingParts) {}

  /** The content to keep and the payload to encode, which for a url is an address of the code itself. */
  encode(id: string, type: QrType, content: string): { content: string; payload: string } {
    if (type === 'url') return { content: checkDestination(content, this.parts.destinations), payload: this.addressOf(id) };
    const parsed = parseContent(type, content);
    if (!parsed.ok) throw validationFailed(...parsed.problems);
    return { content: content.trim(), payload: buildPayload(parsed.value) };
  }

  /** What every code of type url may encode. */
  addressOf(id: string): string {
    return `${this.parts.destinations.appOrigin}/qr/${id}`;
  }

  /**
   * The design with a logo of our own making, branded where the plan asks for it. Refuses what would not scan; a size
   * too small for the content's modules grows to what they need.
   */
  async style(
    workspaceId: string,
    payload: string,
    input: CustomizationInput | undefined,
    base: StyledSize | undefined,
  ): Promise<StyledSize> {
    const parsed = parseCustomization(input, base ?? DEFAULT_STYLED_SIZE);
    if (!parsed.ok) throw validationFailed(...parsed.problems);
    let { design } = parsed.value;
    // Whoever hides it anew needs billing's word; who had hidden it before keeps that while billing is away.
    if (base?.design.showBranding === false) design = await this.brand(workspaceId, design);
    else if (!design.showBranding && !(await this.mayHideBranding(workspaceId))) design = { ...design, showBranding: true };
    const minimumSize = this.parts.renderer.requireScannable(design, payload);
    if (design.logo !== null && design.logo !== base?.design.logo)
      design = { ...design, logo: await this.parts.renderer.cleanLogo(design.logo) };
    return { design, size: Math.max(parsed.value.size, minimumSize) };
  }

  /** The image, and a smaller one where a list of a hundred such images would be too much. */
  async images(payload: string, { design, size }: StyledSize): Promise<{ image: Uint8Array; thumbnail: Uint8Array | null }> {
    const { renderer } = this.parts;
    const image = await renderer.draw(payload, design, 'png', size);
    const smallest = Math.max(DEFAULT_SIZE, renderer.requireScannable(design, payload));
    if (image.byteLength <= LIST_IMAGE_BYTES || size <= smallest) return { image, thumbnail: null };
    return { image, thumbnail: await renderer.draw(payload, design, 'png', smallest) };
  }

  /** The design as the plan of today lets it out; as stored when billing cannot say. */
  async brand(workspaceId: string, design: QrDesign): Promise<QrDesign> {
    if (design.showBranding) return design;
    const allowed = await runInContext(newContext(), () => this.mayHideBranding(workspaceId)).catch(() => true);
    return allowed ? design : { ...design, showBranding: true };
  }

  private async mayHideBranding(workspaceId: string): Promise<boolean> {
    const { features } = await this.parts.billing.getEntitlements({ workspaceId }, { timeoutMs: ENTITLEMENTS_TIMEOUT_MS });
    return features.includes(Feature.FEATURE_REMOVE_BRANDING);
  }
}
