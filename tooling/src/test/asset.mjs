/** Stands in for a picture, font or stylesheet. */
export default 'asset';
