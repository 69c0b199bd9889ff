/** "smarttv" and "mobile" as words to read: the API names devices in lower case. */
export const deviceName = (type: string): string => (type === 'smarttv' ? 'Smart TV' : type.charAt(0).toUpperCase() + type.slice(1));
