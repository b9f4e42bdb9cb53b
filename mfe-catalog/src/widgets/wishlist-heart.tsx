import { WishHeart } from '../wishlist/heart.tsx';

export default WishHeart;
