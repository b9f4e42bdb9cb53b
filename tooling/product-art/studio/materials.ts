import { Color, MeshPhysicalMaterial, type Texture } from 'three';

/** Milled or anodised metal: frames, laptop bodies, watch cases. */
export const metal = (color: string, roughness = 0.24) =>
  new MeshPhysicalMaterial({ color, metalness: 1, roughness });

/** The back of a phone in matt glass: a little metallic, with a soft coat above. */
export const satin = (color: string) =>
  new MeshPhysicalMaterial({
    color,
    metalness: 0.35,
    roughness: 0.4,
    clearcoat: 1,
    clearcoatRoughness: 0.26,
  });

export const gloss = (color: string, roughness = 0.32) =>
  new MeshPhysicalMaterial({ color, roughness, clearcoat: 1, clearcoatRoughness: 0.04 });

/** Matt plastic or soft-touch paint. */
export const matt = (color: string, specularIntensity = 0.5) =>
  new MeshPhysicalMaterial({
    color,
    roughness: 0.55,
    clearcoat: 0.25,
    clearcoatRoughness: 0.5,
    specularIntensity,
  });

export const blackGlass = () =>
  new MeshPhysicalMaterial({ color: '#050607', roughness: 0.06, clearcoat: 1, clearcoatRoughness: 0.02 });

export const rubber = (color: string) =>
  new MeshPhysicalMaterial({
    color,
    roughness: 0.62,
    sheen: 0.5,
    sheenRoughness: 0.5,
    sheenColor: new Color(color).lerp(new Color('#ffffff'), 0.35),
  });

/** Dark faces that look up: without the low specular the ceiling light turns them grey. */
export const shade = (color: string, specularIntensity = 0.2) =>
  new MeshPhysicalMaterial({ color, roughness: 0.6, specularIntensity });

export const lensGlass = () =>
  new MeshPhysicalMaterial({
    color: '#0a1226',
    roughness: 0.02,
    clearcoat: 1,
    iridescence: 0.35,
    iridescenceIOR: 1.6,
  });

/** A lit display: the picture glows, the glass above it reflects. */
export const display = (texture: Texture, brightness = 0.96) =>
  new MeshPhysicalMaterial({
    color: '#000000',
    emissive: '#ffffff',
    emissiveMap: texture,
    emissiveIntensity: brightness,
    roughness: 0.07,
    specularIntensity: 0.55,
  });

export const glow = (color: string, strength = 1) =>
  new MeshPhysicalMaterial({
    color: '#000000',
    emissive: color,
    emissiveIntensity: strength,
    roughness: 0.5,
  });
