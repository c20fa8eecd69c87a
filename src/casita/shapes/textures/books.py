"""lab"""
from __future__ import annotations
import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont, ImageFilter
from casita.exact import total_of
from casita.seeds import stream
from casita.shapes.finish import Colour, mixed, rgb, shade
from casita.shapes.textures.patterns import Image, pattern
from casita.shapes.textures.pictures import picture
from casita.shapes.textures.prints import canvas, fitted_text, ink, stretched, values
V=open('/tmp/lookA_work/V').read().split()[0]
PICTURES = (("seascape", "3f86b0"), ("landscape", "5f8f4a"), ("portrait", "b0603f"), ("abstract", "c79a35"))
LAYOUTS = (
    (0.14, (0.09, 0.5, 0.91, 0.93), 0.42),
    (0.6, (0.09, 0.07, 0.91, 0.48), 0.9),
    (0.12, (0.14, 0.36, 0.86, 0.8), 0.89),
    (0.67, (0.09, 0.17, 0.91, 0.57), 0.1),
)
def bold(pen, at, text, size, wide, colour, stroke=0.0, edge=None, ew=0.05):
    f=ImageFont.load_default(100); w=pen.textlength(text,font=f)/100
    size=min(size, wide/max(w+2*stroke,1e-3))
    font=ImageFont.load_default(size)
    if edge: pen.text(at,text,fill=ink(edge),font=font,anchor='mm',stroke_width=round(size*(stroke+ew)),stroke_fill=ink(edge))
    pen.text(at,text,fill=ink(colour),font=font,anchor='mm',stroke_width=round(size*stroke),stroke_fill=ink(colour))
def art_of(motif,colour,kind,w,h):
    a=Pictures.fromarray((np.clip(picture(256, motif, colour, kind), 0, 1) * 255).astype(np.uint8))
    # cover
    s=max(w/256,h/256); a=a.resize((round(256*s)+1,round(256*s)+1),Pictures.Resampling.BILINEAR)
    x=(a.width-w)//2; y=(a.height-h)//2
    return a.crop((x,y,x+w,y+h))
@pattern("book_cover", 512)
def book_cover(side: int, ground: Colour, letters: Colour, title: str, author: str, kind: int, tall: float) -> Image:
    if 'g' in V and total_of(ground)<1.6: ground=mixed(ground,(0.78,0.42,0.16),0.45)
    if 'D' in V and total_of(ground)<1.6: ground=shade(ground,0.6)
    if 'c' in V.split(':')[-1]: letters=rgb('f6f0dd') if total_of(ground)<1.6 else rgb('7a1f1a')
    if 'y' in V.split(':')[-1]: letters=rgb('f2d784') if total_of(ground)<1.6 else rgb('7a1f1a')
    wide, high = 384, round(384 * tall)
    made = Pictures.new("RGB", (wide, high), ink(ground))
    pen = ImageDraw.Draw(made)
    first, _, second = title.partition(" / ")
    motif, colour = PICTURES[kind % 4]
    light=total_of(ground)>1.6
    if V=='base' or V=='bold':
        top, shares, name = LAYOUTS[kind % len(LAYOUTS)]
        left, low, right, until = (round(share * full) for share, full in zip(shares, (wide, high, wide, high), strict=True))
        art = Pictures.fromarray((np.clip(picture(256, motif, rgb(colour), kind), 0, 1) * 255).astype(np.uint8))
        made.paste(art.resize((right - left, until - low), Pictures.Resampling.BILINEAR), (left, low))
        pen.rectangle((7, 7, wide - 7, high - 7), outline=ink(letters), width=7)
        pen.rectangle((20, 20, wide - 20, high - 20), outline=ink(letters), width=2)
        pen.rectangle((left, low, right, until), outline=ink(letters), width=5)
        st=0.05 if V=='bold' else 0
        bold(pen, (wide / 2, high * top), first, 72, wide * 0.8, letters,st)
        bold(pen, (wide / 2, high * (top + 0.14)), second, 60, wide * 0.76, letters,st)
        bold(pen, (wide / 2, high * name), author, 34, wide * 0.7, letters,st/2)
        return stretched(made, side)
    if V.startswith('m:'):
        _,mo,co,st=V.split(':')[:4]
        if mo!='x': motif,colour=mo,co
        else: motif,colour=(('landscape','b0603f'),('abstract','b0603f'),('portrait','b0603f'),('abstract','c08a35'))[kind%4] if co=='a' else (('portrait','b0603f'),('portrait','b07a3f'),('portrait','b0603f'),('abstract','b0603f'))[kind%4] if co=='c' else (('portrait','b0603f'),('landscape','b0603f'),('portrait','b0603f'),('abstract','b0603f'))[kind%4] if co=='d' else (('flowers','b0603f'),('landscape','b0603f'),('portrait','b0603f'),('abstract','c08a35'))[kind%4]
        top, shares, name = LAYOUTS[kind % 4]
        if 'L' in st: top, shares, name = ((0.14, (0.12, 0.36, 0.88, 0.8), 0.88),(0.7, (0.12, 0.16, 0.88, 0.6), 0.1),(0.12, (0.14, 0.36, 0.86, 0.8), 0.89),(0.7,(0.12, 0.16, 0.88, 0.6), 0.1))[kind%4]
        if 'M' in st: top, shares, name = (0.12, (0.14, 0.36, 0.86, 0.8), 0.89)
        if 'N' in st: top, shares, name = (0.67, (0.09, 0.17, 0.91, 0.57), 0.1)
        left, low, right, until = (round(share * full) for share, full in zip(shares, (wide, high, wide, high), strict=True))
        panel='P' in st
        if panel:
            pen.rectangle((26,26,wide-26,high-26),fill=ink(rgb('f1e6c8') if not light else rgb('2f4a5e')))
            let=rgb('3a2415') if not light else rgb('f6f1e2')
        else: let=letters
        art = Pictures.fromarray((np.clip(picture(256, motif, rgb(colour), kind if 'k' not in st else 7), 0, 1) * 255).astype(np.uint8))
        made.paste(art.resize((right - left, until - low), Pictures.Resampling.BILINEAR), (left, low))
        pen.rectangle((7, 7, wide - 7, high - 7), outline=ink(letters), width=7)
        pen.rectangle((20, 20, wide - 20, high - 20), outline=ink(letters), width=2)
        if '3' in st:
            pen.rectangle((28, 28, wide - 28, high - 28), outline=ink(let), width=5)
        if 'w' in st:
            pen.rectangle((0,0,wide-1,high-1),outline=ink(letters),width=16); pen.rectangle((24,24,wide-24,high-24),outline=ink(letters),width=6)
        if 'v' in st:
            pen.rectangle((left-8,low-8,right+8,until+8),fill=ink(let)); made.paste(art.resize((right - left, until - low), Pictures.Resampling.BILINEAR), (left, low)); pen.rectangle((left, low, right, until), outline=ink(ground), width=2)
        if 's' in st:
            x,y=right-30,until-20
            pen.ellipse((x-42,y-42,x+42,y+42),fill=ink(rgb('d9b24a')),outline=ink(rgb('8a6a1c')),width=4); pen.ellipse((x-32,y-32,x+32,y+32),outline=ink(rgb('8a6a1c')),width=2); fitted_text(pen,(x,y),'PRIZE',18,60,rgb('5a4410'))
        if 'o' in st:
            for x in (26,wide-26):
                for y in (26,high-26):
                    for q in (30,20,10): pen.ellipse((x-q,y-q,x+q,y+q),fill=ink(ground),outline=ink(letters),width=3)
        if 'd' in st:
            for k in range(24):
                x=30+(wide-60)*k/23
                for y in (14,high-14): pen.ellipse((x-3,y-3,x+3,y+3),fill=ink(ground))
            for k in range(32):
                y=30+(high-60)*k/31
                for x in (14,wide-14): pen.ellipse((x-3,y-3,x+3,y+3),fill=ink(ground))
        pen.rectangle((left, low, right, until), outline=ink(let), width=5)
        fitted_text(pen, (wide / 2, high * top), first, 72 if 'X' not in st else 110, wide * (0.8 if 'X' not in st else 0.86), let)
        fitted_text(pen, (wide / 2, high * (top + 0.14)), second, 60 if 'X' not in st else 110, wide * (.76 if 'X' not in st else .86), let)
        fitted_text(pen, (wide / 2, high * name), author, 34, wide * 0.7, let)
        if 't' in st:
            for k,line in enumerate(("A NEW NOVEL BY THE AUTHOR OF","THE LONG WATER AND SMALL HOURS","WINNER OF THE HARBOUR PRIZE")):
                y=high*(until/high+0.02+0.025*k) if until/high<0.9 else high*(top+0.2+0.025*k)
                fitted_text(pen,(wide/2,y),line,15,wide*.8,let)
        return stretched(made, side)
    # full-bleed picture, tinted to the book's colour
    if V.startswith('bleed'):
        base=ground if not light else rgb('b9c4cc')
        made.paste(art_of(motif,mixed(base,rgb(colour),0.0 if 'T' in V else 1.0),kind,wide,high),(0,0))
        pen = ImageDraw.Draw(made)
        w=rgb('fffdf4'); dk=rgb('201a16')
        if 'P' in V: # a panel for the title
            y0=0.1 if kind%2==0 else 0.56
            pen.rectangle((wide*.08,high*y0,wide*.92,high*(y0+0.32)),fill=ink(ground)); pen.rectangle((wide*.08+6,high*y0+6,wide*.92-6,high*(y0+0.32)-6),outline=ink(letters),width=3)
            bold(pen,(wide/2,high*(y0+0.1)),first,74,wide*.74,letters,0.05); bold(pen,(wide/2,high*(y0+0.22)),second,74,wide*.74,letters,0.05)
            bold(pen,(wide/2,high*(0.93)),author,40,wide*.8,w,0.05,dk)
        elif 'B' in V: # bands top and bottom
            pen.rectangle((0,0,wide,high*.36),fill=ink(ground)); pen.rectangle((0,high*.86,wide,high),fill=ink(ground))
            bold(pen,(wide/2,high*0.12),first,100,wide*.9,letters,0.05); bold(pen,(wide/2,high*0.27),second,100,wide*.9,letters,0.05)
            bold(pen,(wide/2,high*0.93),author,46,wide*.86,letters,0.04)
        else:
            bold(pen,(wide/2,high*0.13),first,110,wide*.9,w,0.05,dk); bold(pen,(wide/2,high*0.29),second,110,wide*.9,w,0.05,dk)
            bold(pen,(wide/2,high*0.92),author,50,wide*.86,w,0.04,dk)
        return stretched(made, side)
    raise SystemExit(V)
FILMS = ("1c1c20", "b3262b", "23458c", "e8e4da", "d8922a", "2d6b45", "5b2d6e")
"""Colours of the backs of films."""


@pattern("film_backs", 256)
def film_backs(side: int, number: int) -> Image:
    """A row of films in their cases, seen from their backs: each of its own colour, with a title and a badge."""
    luck = stream(number, "films")
    made, pen = canvas(side, rgb("141416"))
    left = 0.0
    while left < side:
        thick, top = side * luck.uniform(0.032, 0.05), side * luck.uniform(0.0, 0.16)
        colour = rgb(luck.choice(FILMS))
        pen.rectangle((left, top, left + thick - 2, side), fill=ink(colour))
        mark = ink(mixed(colour, (1.0, 1.0, 1.0) if total_of(colour) < 1.6 else (0.0, 0.0, 0.0), 0.75))
        words = side * luck.uniform(0.5, 0.75)
        pen.rectangle((left + thick * 0.3, top + side * 0.12, left + thick * 0.6, words), fill=mark)
        pen.rectangle((left + thick * 0.2, side * 0.86, left + thick * 0.7, side * 0.93), fill=mark)
        left += thick
    return values(made)
