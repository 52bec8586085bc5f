/** The packet's name of what is in it is not always the asset's. */
export const assetOf = (name: string): string => (name === 'gusd_bonus' ? 'gusd' : name)
