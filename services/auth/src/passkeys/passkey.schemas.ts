import { z } from 'zod';
import { clientField } from '../sessions/client-info.js';
import { proofField } from '../two-factor/two-factor.schemas.js';

const TEXT_ID = /^\w{1,100}$/;
const idField = z.string().regex(TEXT_ID, 'Passkey id is required');
const challengeIdField = z.string().regex(TEXT_ID, 'The challenge is missing');
const nameField = z
  .string()
  .trim()
  .min(1, 'Name is required')
  .max(60, 'Name must be at most 60 characters long')
  .regex(/^\P{Cc}*$/u, 'Name contains characters that are not allowed');

const credentialId = z.string().regex(/^[\w-]{1,1400}$/);
const encoded = z.string().max(16_384);
/** What navigator.credentials answered, as JSON text. Only what is read here; the signature is judged by the verifier. */
const answer = <Shape extends z.ZodRawShape>(response: Shape) =>
  z
    .string()
    .max(65_536, "The browser's answer is too long")
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: "The browser's answer is not one of a passkey" });
        return z.NEVER;
      }
    })
    .pipe(
      z.object(
        {
          id: credentialId,
          rawId: credentialId,
          type: z.literal('public-key'),
          clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
          response: z.object(response),
        },
        "The browser's answer is not one of a passkey",
      ),
    );

export const beginPasskeySchema = z.object({ password: proofField });
export const addPasskeySchema = z.object({
  challengeId: challengeIdField,
  name: nameField,
  responseJson: answer({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
});
export const renamePasskeySchema = z.object({ id: idField, name: nameField });
export const removePasskeySchema = z.object({ id: idField });
export const beginPasskeySignInSchema = z.object({ client: clientField });
export const passkeySignInSchema = z.object({
  challengeId: challengeIdField,
  responseJson: answer({ clientDataJSON: encoded, authenticatorData: encoded, signature: encoded, userHandle: encoded.optional() }),
  rememberMe: z.boolean(),
  client: clientField,
});
export type AddPasskeyInput = z.output<typeof addPasskeySchema>;
export type PasskeySignInInput = z.output<typeof passkeySignInSchema>;
