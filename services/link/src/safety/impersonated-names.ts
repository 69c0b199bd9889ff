/** A name that phishing borrows, and the domains that are really its own. */
export interface Impersonated {
  name: string;
  own: string[];
}

const name = (domains: string): Impersonated => {
  const own = domains.split(' ');
  return { name: own[0]!.split('.')[0]!, own };
};

/**
 * The names most often borrowed, as the quarterly reports of APWG, Vade and Check Point list them. A destination that looks
 * like one of these and is not one of its domains goes to review; nothing is blocked for it.
 */
export const IMPERSONATED: readonly Impersonated[] = [
  'microsoft.com microsoftonline.com windows.com',
  'outlook.com',
  'office365.com',
  'onedrive.com',
  'sharepoint.com',
  'linkedin.com',
  'github.com github.io githubusercontent.com',
  'google.com withgoogle.com googleapis.com googleusercontent.com',
  'gmail.com',
  'youtube.com',
  'facebook.com',
  'instagram.com',
  'whatsapp.com',
  'telegram.org',
  'tiktok.com',
  'twitter.com',
  'snapchat.com',
  'discord.com discord.gg',
  'apple.com',
  'icloud.com',
  'amazon.com amazonaws.com',
  'netflix.com',
  'spotify.com',
  'disneyplus.com',
  'paypal.com paypal.me paypalobjects.com',
  'stripe.com',
  'venmo.com',
  'cashapp.com',
  'revolut.com',
  'klarna.com',
  'payoneer.com',
  'westernunion.com',
  'coinbase.com',
  'binance.com',
  'kraken.com',
  'metamask.io',
  'blockchain.com',
  'trustwallet.com',
  'ledger.com',
  'bankofamerica.com',
  'wellsfargo.com',
  'capitalone.com',
  'citibank.com',
  'americanexpress.com',
  'mastercard.com',
  'santander.com',
  'barclays.com',
  'creditagricole.com',
  'deutschebank.com',
  'commerzbank.com',
  'sparkasse.de',
  'postbank.de',
  'unicredit.it',
  'intesasanpaolo.com',
  'dropbox.com',
  'docusign.com docusign.net',
  'adobe.com',
  'yahoo.com',
  'ebay.com',
  'walmart.com',
  'alibaba.com',
  'aliexpress.com',
  'shopify.com myshopify.com',
  'booking.com',
  'airbnb.com',
  'steamcommunity.com',
  'roblox.com',
  'fedex.com',
  'royalmail.com',
  'deutschepost.de',
  'laposte.fr',
  'mondialrelay.com',
  'correos.es',
  'vodafone.com',
  'telekom.com telekom.de',
  'verizon.com',
  'comcast.com',
].map(name); // prettier-ignore

/** Words that go with a borrowed name when somebody is to type a password or pay. */
export const BAIT = new Set(
  `account accounts alert auth authenticate bank billing bonus card center centre claim confirm confirmation customer delivery gift help
  helpdesk id identity info invoice limited login logon mail member my myaccount notice notification online order pay payment portal
  recover recovery refund reset reward secure secured security service services shipping signin sign support suspended tax team track
  tracking unlock update upgrade user validate validation verification verified verify wallet web webmail win`.split(/\s+/),
);
