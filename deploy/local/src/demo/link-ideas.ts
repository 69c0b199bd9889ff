// What the demo account's links lead to.

export interface LinkIdea {
  title: string;
  originalUrl: string;
  tags: string[];
  alias?: string;
}

const TOPICS: readonly (readonly [string, string, string])[] = [
  ['Spring collection', 'spring-collection', 'shop'],
  ['Product launch', 'launch', 'product'],
  ['Summer sale', 'summer-sale', 'shop'],
  ['Weekly newsletter', 'newsletter', 'email'],
  ['Webinar: growing with less', 'webinars/growing-with-less', 'event'],
  ['Help centre', 'help', 'support'],
  ['Careers', 'careers', 'company'],
  ['Customer story: a bakery', 'stories/bakery', 'content'],
  ['Pricing', 'pricing', 'product'],
  ['Podcast, episode 42', 'podcast/42', 'content'],
  ['Restaurant menu', 'menu', 'print'],
  ['Conference booth', 'events/booth', 'event'],
  ['App download', 'app', 'product'],
  ['Feedback form', 'feedback', 'support'],
  ['Press kit', 'press', 'company'],
];
const CHANNELS = ['', 'Instagram', 'newsletter', 'poster', 'partner', 'ads', 'YouTube', 'LinkedIn'];

/** The n-th one; any number of them, all different. */
export function linkIdea(index: number): LinkIdea {
  const [name, path, tag] = TOPICS[index % TOPICS.length]!;
  const round = Math.floor(index / TOPICS.length);
  const channel = CHANNELS[round % CHANNELS.length]!;
  const number = round >= CHANNELS.length ? ` ${Math.floor(round / CHANNELS.length) + 1}` : '';
  const where = channel ? `?from=${encodeURIComponent(channel.toLowerCase())}${number ? `&n=${number.trim()}` : ''}` : '';
  return {
    title: `${name}${channel ? `, ${channel}` : ''}${number}`,
    originalUrl: `https://www.example.com/${path}${where}`,
    tags: [tag, ...(channel ? [channel.toLowerCase()] : [])],
    ...(round === 0 ? { alias: `demo-${path.replaceAll('/', '-')}` } : {}),
  };
}
