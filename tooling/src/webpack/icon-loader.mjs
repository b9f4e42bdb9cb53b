/** Webpack loader for icons of lucide-react: removes their React keys, random texts that cannot be compressed. */
export default (icon) => icon.replaceAll(/,\s*key: "\w+"/g, '');
