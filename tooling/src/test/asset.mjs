/** Mock of a picture, font or stylesheet. */
export default 'asset';
