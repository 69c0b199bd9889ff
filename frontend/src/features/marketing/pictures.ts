// The files that `npm run pictures` writes, by name.

import designerPhoneDark780Avif from './pictures/designer-phone-dark-780.avif';
import designerPhoneDark780Webp from './pictures/designer-phone-dark-780.webp';
import designerPhoneLight780Avif from './pictures/designer-phone-light-780.avif';
import designerPhoneLight780Webp from './pictures/designer-phone-light-780.webp';
import designerWideDark960Avif from './pictures/designer-wide-dark-960.avif';
import designerWideDark1920Avif from './pictures/designer-wide-dark-1920.avif';
import designerWideDark1920Webp from './pictures/designer-wide-dark-1920.webp';
import designerWideLight960Avif from './pictures/designer-wide-light-960.avif';
import designerWideLight1920Avif from './pictures/designer-wide-light-1920.avif';
import designerWideLight1920Webp from './pictures/designer-wide-light-1920.webp';
import linksPhoneDark780Avif from './pictures/links-phone-dark-780.avif';
import linksPhoneDark780Webp from './pictures/links-phone-dark-780.webp';
import linksPhoneLight780Avif from './pictures/links-phone-light-780.avif';
import linksPhoneLight780Webp from './pictures/links-phone-light-780.webp';
import linksWideDark960Avif from './pictures/links-wide-dark-960.avif';
import linksWideDark1920Avif from './pictures/links-wide-dark-1920.avif';
import linksWideDark1920Webp from './pictures/links-wide-dark-1920.webp';
import linksWideLight960Avif from './pictures/links-wide-light-960.avif';
import linksWideLight1920Avif from './pictures/links-wide-light-1920.avif';
import linksWideLight1920Webp from './pictures/links-wide-light-1920.webp';
import overviewPhoneDark780Avif from './pictures/overview-phone-dark-780.avif';
import overviewPhoneDark780Webp from './pictures/overview-phone-dark-780.webp';
import overviewPhoneLight780Avif from './pictures/overview-phone-light-780.avif';
import overviewPhoneLight780Webp from './pictures/overview-phone-light-780.webp';
import overviewWideDark960Avif from './pictures/overview-wide-dark-960.avif';
import overviewWideDark1920Avif from './pictures/overview-wide-dark-1920.avif';
import overviewWideDark1920Webp from './pictures/overview-wide-dark-1920.webp';
import overviewWideLight960Avif from './pictures/overview-wide-light-960.avif';
import overviewWideLight1920Avif from './pictures/overview-wide-light-1920.avif';
import overviewWideLight1920Webp from './pictures/overview-wide-light-1920.webp';

export interface PictureFiles {
  phoneAvif: string;
  phoneWebp: string;
  wideAvif960: string;
  wideAvif1920: string;
  wideWebp: string;
}

export type PictureName = 'overview' | 'links' | 'designer';

export const pictures: Record<PictureName, Record<'light' | 'dark', PictureFiles>> = {
  overview: {
    light: {
      phoneAvif: overviewPhoneLight780Avif,
      phoneWebp: overviewPhoneLight780Webp,
      wideAvif960: overviewWideLight960Avif,
      wideAvif1920: overviewWideLight1920Avif,
      wideWebp: overviewWideLight1920Webp,
    },
    dark: {
      phoneAvif: overviewPhoneDark780Avif,
      phoneWebp: overviewPhoneDark780Webp,
      wideAvif960: overviewWideDark960Avif,
      wideAvif1920: overviewWideDark1920Avif,
      wideWebp: overviewWideDark1920Webp,
    },
  },
  links: {
    light: {
      phoneAvif: linksPhoneLight780Avif,
      phoneWebp: linksPhoneLight780Webp,
      wideAvif960: linksWideLight960Avif,
      wideAvif1920: linksWideLight1920Avif,
      wideWebp: linksWideLight1920Webp,
    },
    dark: {
      phoneAvif: linksPhoneDark780Avif,
      phoneWebp: linksPhoneDark780Webp,
      wideAvif960: linksWideDark960Avif,
      wideAvif1920: linksWideDark1920Avif,
      wideWebp: linksWideDark1920Webp,
    },
  },
  designer: {
    light: {
      phoneAvif: designerPhoneLight780Avif,
      phoneWebp: designerPhoneLight780Webp,
      wideAvif960: designerWideLight960Avif,
      wideAvif1920: designerWideLight1920Avif,
      wideWebp: designerWideLight1920Webp,
    },
    dark: {
      phoneAvif: designerPhoneDark780Avif,
      phoneWebp: designerPhoneDark780Webp,
      wideAvif960: designerWideDark960Avif,
      wideAvif1920: designerWideDark1920Avif,
      wideWebp: designerWideDark1920Webp,
    },
  },
};
