// The screen above each: Back leads there from one that was opened by its address.

/**
 * "/home/receive" belongs to "/home/index", the weekly event to the collection, identity to withdrawals, these to the
 * wallet; everything else to the main screen, which has nothing above it.
 */
export function parentOf(pathname: string): string | null {
  if (pathname === '/') return null
  if (pathname === '/kyc') return '/withdraw/index'
  if (pathname === '/withdraw/index') return '/wallet/history'
  if (pathname === '/collection/rank') return '/collection'
  const index = /^\/(home|invite|withdraw)\//.exec(pathname)?.[1]
  return index && pathname !== `/${index}/index` ? `/${index}/index` : '/'
}
