// The curl calls of the documentation as fetch calls: what stands there is what is run, without needing curl.
export interface CurlCall {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** Name of the file that `--data-binary @file` sends. */
  bodyFile?: string;
}

/** Words of a shell command: quotes of both kinds, backslashes before line ends. */
function words(command: string): string[] {
  const found: string[] = [];
  const pattern = /"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g;
  for (const [, double, single, bare] of command.replaceAll(/\\\n\s*/g, ' ').matchAll(pattern)) found.push(double ?? single ?? bare ?? '');
  return found;
}

/** Reads one command. Throws for an option that the documentation has not used so far. */
export function parseCurl(command: string): CurlCall {
  const [program, ...rest] = words(command.trim());
  if (program !== 'curl') throw new Error(`not a curl call: ${command}`);
  const call: CurlCall = { url: '', method: '', headers: {} };
  for (let i = 0; i < rest.length; i++) {
    const word = rest[i]!;
    if (word === '-X') call.method = rest[++i]!;
    else if (word === '-d') call.body = rest[++i]!;
    else if (word === '--data-binary') call.bodyFile = rest[++i]!.slice(1);
    else if (word === '-o') i++;
    else if (word === '-H') {
      const [name = '', ...value] = rest[++i]!.split(':');
      call.headers[name.toLowerCase()] = value.join(':').trim();
    } else if (word === '-N') continue;
    else if (word.startsWith('-')) throw new Error(`unknown option ${word} in: ${command}`);
    else call.url = word;
  }
  call.method ||= call.body === undefined && call.bodyFile === undefined ? 'GET' : 'POST';
  return call;
}

/** Every curl command in the `sh` fences of a Markdown text. */
export function curlCallsIn(markdown: string): string[] {
  return [...markdown.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block.split(/\n(?=curl )/).map((command) => command.trim()),
  );
}
