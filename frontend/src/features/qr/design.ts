import { DEFAULT_STYLED_SIZE, parseCustomization, type StyledSize } from '@linqr/qr-render';

/** The design of what the API calls a customization; the default one where it cannot be read. */
export function designOf(customization: unknown): StyledSize {
  const parsed = parseCustomization(customization);
  return parsed.ok ? parsed.value : DEFAULT_STYLED_SIZE;
}
