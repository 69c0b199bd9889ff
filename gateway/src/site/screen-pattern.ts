/** '/analytics/:id' → every address of that form, with or without a slash at its end. */
export function screenPattern(screen: string): RegExp {
  const parts = screen.split('/').map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}/?$`);
}
