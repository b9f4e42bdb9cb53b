/** Webpack loader for icons of lucide-react: without their React keys, random texts that no compression shortens. */
export default (icon) => icon.replaceAll(/,\s*key: "\w+"/g, '');
