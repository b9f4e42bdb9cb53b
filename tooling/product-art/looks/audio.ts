import type { EarbudsLook } from '../models/earbuds.ts';
import type { HeadphonesLook } from '../models/headphones.ts';

/** By slug of the sample product. */
export const earbudsLooks: Record<string, EarbudsLook> = {
  'airpods-pro-2-usb-c': { case: '#dddcd8', shape: 'oval', bud: 'stem', place: 'seated' },
  'galaxy-buds3-pro-silver': {
    case: '#b9bdc0',
    buds: '#b4b8bb',
    shape: 'square',
    bud: 'stem',
    place: 'seated',
    finish: 'matt',
  },
  'pixel-buds-pro-2-wintergreen': {
    case: '#d9dcd4',
    buds: '#7fae9a',
    shape: 'tall',
    bud: 'disc',
    place: 'seated',
    finish: 'matt',
    accent: '#9fc6b4',
  },
  'sony-wf-1000xm5-black': {
    case: '#26282a',
    buds: '#2b2d2f',
    shape: 'puck',
    bud: 'bean',
    place: 'beside',
    finish: 'matt',
    accent: '#b98d5f',
  },
  'nothing-ear-a-yellow': { case: '#f0cb2e', buds: '#f0cb2e', shape: 'square', bud: 'stem', place: 'seated' },
  'oneplus-buds-3-splendid-blue': {
    case: '#3c6ba6',
    buds: '#3c6ba6',
    shape: 'pebble',
    bud: 'stem',
    place: 'seated',
  },
  'soundcore-liberty-4-nc-navy-blue': {
    case: '#2b3d63',
    buds: '#31466f',
    shape: 'pebble',
    bud: 'bean',
    place: 'seated',
    finish: 'matt',
  },
  'galaxy-buds-fe-graphite': {
    case: '#4b4e51',
    buds: '#44474a',
    shape: 'puck',
    bud: 'bean',
    place: 'seated',
  },
};

/** By slug of the sample product. */
export const headphonesLooks: Record<string, HeadphonesLook> = {
  'sony-wh-1000xm5-black': {
    shell: '#2d2f32',
    cushion: '#1c1e1f',
    trim: '#5b5e61',
    cup: 'round',
    yoke: 'arm',
    turn: 0.62,
  },
  'bose-quietcomfort-ultra-white-smoke': {
    shell: '#d9d5cc',
    cushion: '#cfcac0',
    trim: '#c5c7c8',
    cup: 'oval',
    yoke: 'fork',
    turn: 0.58,
  },
  'jbl-tune-770nc-purple': {
    shell: '#6b5a98',
    cushion: '#4e4272',
    trim: '#8d7fb4',
    cup: 'round',
    yoke: 'fork',
    turn: -0.6,
  },
  'soundcore-space-one-latte-cream': {
    shell: '#d8c6ac',
    cushion: '#bfa98b',
    trim: '#b89d79',
    cup: 'oval',
    yoke: 'arm',
    turn: -0.56,
  },
  'sony-wh-ch720n-blue': {
    shell: '#35507f',
    cushion: '#2a4067',
    trim: '#4d6896',
    cup: 'round',
    yoke: 'fork',
    turn: 0.68,
  },
};
