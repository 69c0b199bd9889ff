// Runs one of the decoding checks and prints its result as JSON. A process of its own, because the decoder is some fifty
// times slower inside jest's context than outside it.
import { checkCombinations, checkContents, checkRandomDesigns, checkTemplates } from './checks.js';

const CHECKS = {
  // Meets every value of every dimension often: 31 shares no factor with any of their counts.
  combinations: () => checkCombinations(31),
  templates: checkTemplates,
  random: () => checkRandomDesigns(80),
  contents: checkContents,
};
const name = process.argv[2] as keyof typeof CHECKS;
process.stdout.write(JSON.stringify(await CHECKS[name]()));
