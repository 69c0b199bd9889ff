// Runs one of the decoding checks and prints its result as JSON. A process of its own, because the decoder is some fifty
// times slower inside jest's context than outside it.
import { checkContents, checkCover, checkRandomDesigns, checkTemplates } from './checks.js';

const CHECKS = {
  cover: checkCover,
  templates: checkTemplates,
  random: () => checkRandomDesigns(80),
  contents: checkContents,
};
const name = process.argv[2] as keyof typeof CHECKS;
process.stdout.write(JSON.stringify(await CHECKS[name]()));
