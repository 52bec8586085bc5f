// The former place of the fixtures: the script that takes pictures still reads them from here.
export { me, world } from '../../testing/world.ts'
