// Every first path segment that the app, the edge or the API answers on, and those they may want: no alias may shadow one.
const RESERVED = new Set(
  `about abuse account accounts admin analytics api api-keys app assets auth billing blog bulk callback changelog click clicks
  confirm-email contact cookies css dashboard dev disabled docs domains download downloads edit email error expired export favicon favicon-ico
  features fonts forgot-password gone graphql grpc guide health healthz help home images img import index invite js legal
  link links live login logo logout mail mailbox manifest metrics new not-found null oauth openapi password postman preview
  pricing privacy profile public qr qr-analytics qr-codes qr-customize qrcode qrcodes ready redirect register report reports
  reset-password robots root search security session sessions settings short shorten sign-in sign-up signin signout signup
  site-map sitemap sse static status subscribe subscription support sw system team teams template templates terms test
  undefined unlock unsubscribe url urls user users v1 v2 v3 verify verify-email webhook webhooks well-known www`.split(/\s+/),
);

/** Whatever the case: `/Login` must not be mistaken for `/login`. */
export function isReserved(word: string): boolean {
  return RESERVED.has(word.toLowerCase());
}
