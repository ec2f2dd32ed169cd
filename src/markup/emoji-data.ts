/** Written by scripts/emoji-names.ts: a code, its canonical name and the others. See NOTICE. */
export const EMOJI = `
0023-20e3 hash
002a-20e3 asterisk keycap_star
0030-20e3 zero
0031-20e3 one
0032-20e3 two
0033-20e3 three
0034-20e3 four
0035-20e3 five
0036-20e3 six
0037-20e3 seven
0038-20e3 eight
0039-20e3 nine
00a9 copyright
00ae registered
1f004 mahjong
1f0cf joker black_joker
1f170 a
1f171 b
1f17e o2
1f17f parking p
1f18e ab
1f191 cl
1f192 cool
1f193 free
1f194 id
1f195 new
1f196 ng
1f197 squared_ok
1f198 sos
1f199 squared_up
1f19a vs
1f1e6-1f1e8 flag-ac flag_ac
1f1e6-1f1e9 flag-ad flag_ad
1f1e6-1f1ea flag-ae flag_ae
1f1e6-1f1eb flag-af flag_af
1f1e6-1f1ec flag-ag flag_ag
1f1e6-1f1ee flag-ai flag_ai
1f1e6-1f1f1 flag-al flag_al
1f1e6-1f1f2 flag-am flag_am
1f1e6-1f1f4 flag-ao flag_ao
1f1e6-1f1f6 flag-aq flag_aq
1f1e6-1f1f7 flag-ar flag_ar
1f1e6-1f1f8 flag-as flag_as
1f1e6-1f1f9 flag-at flag_at
1f1e6-1f1fa flag-au flag_au
1f1e6-1f1fc flag-aw flag_aw
1f1e6-1f1fd flag-ax flag_ax
1f1e6-1f1ff flag-az flag_az
1f1e7-1f1e6 flag-ba flag_ba
1f1e7-1f1e7 flag-bb flag_bb
1f1e7-1f1e9 flag-bd flag_bd
1f1e7-1f1ea flag-be flag_be
1f1e7-1f1eb flag-bf flag_bf
1f1e7-1f1ec flag-bg flag_bg
1f1e7-1f1ed flag-bh flag_bh
1f1e7-1f1ee flag-bi flag_bi
1f1e7-1f1ef flag-bj flag_bj
1f1e7-1f1f1 flag-bl flag_bl
1f1e7-1f1f2 flag-bm flag_bm
1f1e7-1f1f3 flag-bn flag_bn
1f1e7-1f1f4 flag-bo flag_bo
1f1e7-1f1f6 flag-bq flag_bq
1f1e7-1f1f7 flag-br flag_br
1f1e7-1f1f8 flag-bs flag_bs
1f1e7-1f1f9 flag-bt flag_bt
1f1e7-1f1fb flag-bv flag_bv
1f1e7-1f1fc flag-bw flag_bw
1f1e7-1f1fe flag-by flag_by
1f1e7-1f1ff flag-bz flag_bz
1f1e8-1f1e6 flag-ca flag_ca
1f1e8-1f1e8 flag-cc flag_cc
1f1e8-1f1e9 flag-cd flag_cd
1f1e8-1f1eb flag-cf flag_cf
1f1e8-1f1ec flag-cg flag_cg
1f1e8-1f1ed flag-ch flag_ch
1f1e8-1f1ee flag-ci flag_ci
1f1e8-1f1f0 flag-ck flag_ck
1f1e8-1f1f1 flag-cl flag_cl
1f1e8-1f1f2 flag-cm flag_cm
1f1e8-1f1f3 cn flag-cn flag_cn
1f1e8-1f1f4 flag-co flag_co
1f1e8-1f1f5 flag-cp flag_cp
1f1e8-1f1f6 flag-sark flag_sark
1f1e8-1f1f7 flag-cr flag_cr
1f1e8-1f1fa flag-cu flag_cu
1f1e8-1f1fb flag-cv flag_cv
1f1e8-1f1fc flag-cw flag_cw
1f1e8-1f1fd flag-cx flag_cx
1f1e8-1f1fe flag-cy flag_cy
1f1e8-1f1ff flag-cz flag_cz
1f1e9-1f1ea de flag-de flag_de
1f1e9-1f1ec flag-dg flag_dg
1f1e9-1f1ef flag-dj flag_dj
1f1e9-1f1f0 flag-dk flag_dk
1f1e9-1f1f2 flag-dm flag_dm
1f1e9-1f1f4 flag-do flag_do
1f1e9-1f1ff flag-dz flag_dz
1f1ea-1f1e6 flag-ea flag_ea
1f1ea-1f1e8 flag-ec flag_ec
1f1ea-1f1ea flag-ee flag_ee
1f1ea-1f1ec flag-eg flag_eg
1f1ea-1f1ed flag-eh flag_eh
1f1ea-1f1f7 flag-er flag_er
1f1ea-1f1f8 es flag-es flag_es
1f1ea-1f1f9 flag-et flag_et
1f1ea-1f1fa flag-eu flag_eu
1f1eb-1f1ee flag-fi flag_fi
1f1eb-1f1ef flag-fj flag_fj
1f1eb-1f1f0 flag-fk flag_fk
1f1eb-1f1f2 flag-fm flag_fm
1f1eb-1f1f4 flag-fo flag_fo
1f1eb-1f1f7 fr flag-fr flag_fr
1f1ec-1f1e6 flag-ga flag_ga
1f1ec-1f1e7 gb uk flag-gb flag_gb
1f1ec-1f1e9 flag-gd flag_gd
1f1ec-1f1ea flag-ge flag_ge
1f1ec-1f1eb flag-gf flag_gf
1f1ec-1f1ec flag-gg flag_gg
1f1ec-1f1ed flag-gh flag_gh
1f1ec-1f1ee flag-gi flag_gi
1f1ec-1f1f1 flag-gl flag_gl
1f1ec-1f1f2 flag-gm flag_gm
1f1ec-1f1f3 flag-gn flag_gn
1f1ec-1f1f5 flag-gp flag_gp
1f1ec-1f1f6 flag-gq flag_gq
1f1ec-1f1f7 flag-gr flag_gr
1f1ec-1f1f8 flag-gs flag_gs
1f1ec-1f1f9 flag-gt flag_gt
1f1ec-1f1fa flag-gu flag_gu
1f1ec-1f1fc flag-gw flag_gw
1f1ec-1f1fe flag-gy flag_gy
1f1ed-1f1f0 flag-hk flag_hk
1f1ed-1f1f2 flag-hm flag_hm
1f1ed-1f1f3 flag-hn flag_hn
1f1ed-1f1f7 flag-hr flag_hr
1f1ed-1f1f9 flag-ht flag_ht
1f1ed-1f1fa flag-hu flag_hu
1f1ee-1f1e8 flag-ic flag_ic
1f1ee-1f1e9 flag-id flag_id
1f1ee-1f1ea flag-ie flag_ie
1f1ee-1f1f1 flag-il flag_il
1f1ee-1f1f2 flag-im flag_im
1f1ee-1f1f3 flag-in flag_in
1f1ee-1f1f4 flag-io flag_io
1f1ee-1f1f6 flag-iq flag_iq
1f1ee-1f1f7 flag-ir flag_ir
1f1ee-1f1f8 flag-is flag_is
1f1ee-1f1f9 it flag-it flag_it
1f1ef-1f1ea flag-je flag_je
1f1ef-1f1f2 flag-jm flag_jm
1f1ef-1f1f4 flag-jo flag_jo
1f1ef-1f1f5 jp flag-jp flag_jp
1f1f0-1f1ea flag-ke flag_ke
1f1f0-1f1ec flag-kg flag_kg
1f1f0-1f1ed flag-kh flag_kh
1f1f0-1f1ee flag-ki flag_ki
1f1f0-1f1f2 flag-km flag_km
1f1f0-1f1f3 flag-kn flag_kn
1f1f0-1f1f5 flag-kp flag_kp
1f1f0-1f1f7 kr flag-kr flag_kr
1f1f0-1f1fc flag-kw flag_kw
1f1f0-1f1fe flag-ky flag_ky
1f1f0-1f1ff flag-kz flag_kz
1f1f1-1f1e6 flag-la flag_la
1f1f1-1f1e7 flag-lb flag_lb
1f1f1-1f1e8 flag-lc flag_lc
1f1f1-1f1ee flag-li flag_li
1f1f1-1f1f0 flag-lk flag_lk
1f1f1-1f1f7 flag-lr flag_lr
1f1f1-1f1f8 flag-ls flag_ls
1f1f1-1f1f9 flag-lt flag_lt
1f1f1-1f1fa flag-lu flag_lu
1f1f1-1f1fb flag-lv flag_lv
1f1f1-1f1fe flag-ly flag_ly
1f1f2-1f1e6 flag-ma flag_ma
1f1f2-1f1e8 flag-mc flag_mc
1f1f2-1f1e9 flag-md flag_md
1f1f2-1f1ea flag-me flag_me
1f1f2-1f1eb flag-mf flag_mf
1f1f2-1f1ec flag-mg flag_mg
1f1f2-1f1ed flag-mh flag_mh
1f1f2-1f1f0 flag-mk flag_mk
1f1f2-1f1f1 flag-ml flag_ml
1f1f2-1f1f2 flag-mm flag_mm
1f1f2-1f1f3 flag-mn flag_mn
1f1f2-1f1f4 flag-mo flag_mo
1f1f2-1f1f5 flag-mp flag_mp
1f1f2-1f1f6 flag-mq flag_mq
1f1f2-1f1f7 flag-mr flag_mr
1f1f2-1f1f8 flag-ms flag_ms
1f1f2-1f1f9 flag-mt flag_mt
1f1f2-1f1fa flag-mu flag_mu
1f1f2-1f1fb flag-mv flag_mv
1f1f2-1f1fc flag-mw flag_mw
1f1f2-1f1fd flag-mx flag_mx
1f1f2-1f1fe flag-my flag_my
1f1f2-1f1ff flag-mz flag_mz
1f1f3-1f1e6 flag-na flag_na
1f1f3-1f1e8 flag-nc flag_nc
1f1f3-1f1ea flag-ne flag_ne
1f1f3-1f1eb flag-nf flag_nf
1f1f3-1f1ec flag-ng flag_ng
1f1f3-1f1ee flag-ni flag_ni
1f1f3-1f1f1 flag-nl flag_nl
1f1f3-1f1f4 flag-no flag_no
1f1f3-1f1f5 flag-np flag_np
1f1f3-1f1f7 flag-nr flag_nr
1f1f3-1f1fa flag-nu flag_nu
1f1f3-1f1ff flag-nz flag_nz
1f1f4-1f1f2 flag-om flag_om
1f1f5-1f1e6 flag-pa flag_pa
1f1f5-1f1ea flag-pe flag_pe
1f1f5-1f1eb flag-pf flag_pf
1f1f5-1f1ec flag-pg flag_pg
1f1f5-1f1ed flag-ph flag_ph
1f1f5-1f1f0 flag-pk flag_pk
1f1f5-1f1f1 flag-pl flag_pl
1f1f5-1f1f2 flag-pm flag_pm
1f1f5-1f1f3 flag-pn flag_pn
1f1f5-1f1f7 flag-pr flag_pr
1f1f5-1f1f8 flag-ps flag_ps
1f1f5-1f1f9 flag-pt flag_pt
1f1f5-1f1fc flag-pw flag_pw
1f1f5-1f1fe flag-py flag_py
1f1f6-1f1e6 flag-qa flag_qa
1f1f7-1f1ea flag-re flag_re
1f1f7-1f1f4 flag-ro flag_ro
1f1f7-1f1f8 flag-rs flag_rs
1f1f7-1f1fa ru flag-ru flag_ru
1f1f7-1f1fc flag-rw flag_rw
1f1f8-1f1e6 flag-sa flag_sa
1f1f8-1f1e7 flag-sb flag_sb
1f1f8-1f1e8 flag-sc flag_sc
1f1f8-1f1e9 flag-sd flag_sd
1f1f8-1f1ea flag-se flag_se
1f1f8-1f1ec flag-sg flag_sg
1f1f8-1f1ed flag-sh flag_sh
1f1f8-1f1ee flag-si flag_si
1f1f8-1f1ef flag-sj flag_sj
1f1f8-1f1f0 flag-sk flag_sk
1f1f8-1f1f1 flag-sl flag_sl
1f1f8-1f1f2 flag-sm flag_sm
1f1f8-1f1f3 flag-sn flag_sn
1f1f8-1f1f4 flag-so flag_so
1f1f8-1f1f7 flag-sr flag_sr
1f1f8-1f1f8 flag-ss flag_ss
1f1f8-1f1f9 flag-st flag_st
1f1f8-1f1fb flag-sv flag_sv
1f1f8-1f1fd flag-sx flag_sx
1f1f8-1f1fe flag-sy flag_sy
1f1f8-1f1ff flag-sz flag_sz
1f1f9-1f1e6 flag-ta flag_ta
1f1f9-1f1e8 flag-tc flag_tc
1f1f9-1f1e9 flag-td flag_td
1f1f9-1f1eb flag-tf flag_tf
1f1f9-1f1ec flag-tg flag_tg
1f1f9-1f1ed flag-th flag_th
1f1f9-1f1ef flag-tj flag_tj
1f1f9-1f1f0 flag-tk flag_tk
1f1f9-1f1f1 flag-tl flag_tl
1f1f9-1f1f2 flag-tm flag_tm
1f1f9-1f1f3 flag-tn flag_tn
1f1f9-1f1f4 flag-to flag_to
1f1f9-1f1f7 flag-tr flag_tr
1f1f9-1f1f9 flag-tt flag_tt
1f1f9-1f1fb flag-tv flag_tv
1f1f9-1f1fc flag-tw flag_tw
1f1f9-1f1ff flag-tz flag_tz
1f1fa-1f1e6 flag-ua flag_ua
1f1fa-1f1ec flag-ug flag_ug
1f1fa-1f1f2 flag-um flag_um
1f1fa-1f1f3 flag-un flag_un
1f1fa-1f1f8 us flag-us flag_us
1f1fa-1f1fe flag-uy flag_uy
1f1fa-1f1ff flag-uz flag_uz
1f1fb-1f1e6 flag-va flag_va
1f1fb-1f1e8 flag-vc flag_vc
1f1fb-1f1ea flag-ve flag_ve
1f1fb-1f1ec flag-vg flag_vg
1f1fb-1f1ee flag-vi flag_vi
1f1fb-1f1f3 flag-vn flag_vn
1f1fb-1f1fa flag-vu flag_vu
1f1fc-1f1eb flag-wf flag_wf
1f1fc-1f1f8 flag-ws flag_ws
1f1fd-1f1f0 flag-xk flag_xk
1f1fe-1f1ea flag-ye flag_ye
1f1fe-1f1f9 flag-yt flag_yt
1f1ff-1f1e6 flag-za flag_za
1f1ff-1f1f2 flag-zm flag_zm
1f1ff-1f1fc flag-zw flag_zw
1f201 koko
1f202 sa
1f21a u7121
1f22f u6307
1f232 u7981
1f233 u7a7a
1f234 u5408
1f235 u6e80
1f236 u6709
1f237 u6708
1f238 u7533
1f239 u5272
1f23a u55b6
1f250 ideograph_advantage
1f251 accept
1f300 cyclone hurricane typhoon
1f301 foggy
1f302 closed_umbrella
1f303 night night_with_stars
1f304 mountain_sunrise sunrise_over_mountains
1f305 sunrise ocean_sunrise
1f306 sunset city_sunset
1f307 city_sunrise
1f308 rainbow pride lgbtq
1f309 bridge bridge_at_night
1f30a ocean
1f30b volcano
1f30c milky_way night_sky
1f30d earth_africa
1f30e earth_americas
1f30f earth_asia
1f310 www globe globe_with_meridians
1f311 new_moon
1f312 waxing_crescent_moon
1f313 first_quarter_moon
1f314 waxing_moon waxing_gibbous_moon
1f315 full_moon
1f316 waning_gibbous_moon
1f317 last_quarter_moon
1f318 waning_crescent_moon
1f319 moon crescent_moon
1f31a new_moon_face new_moon_with_face
1f31b goodnight first_quarter_moon_with_face
1f31c last_quarter_moon_with_face
1f31d moon_face full_moon_with_face
1f31e sun_face sun_with_face
1f31f glowing_star star2
1f320 shooting_star wish stars
1f321 temperature thermometer warm
1f324 mostly_sunny sun_small_cloud
1f325 cloudy barely_sunny sun_behind_cloud
1f326 sunshowers sun_and_rain partly_sunny_with_rain partly_sunny_rain sun_behind_rain_cloud
1f327 rainy soaked drenched rain_cloud
1f328 snowy snowstorm snow_cloud
1f329 lightning lightning_storm lightning_cloud
1f32a tornado tornado_cloud
1f32b fog hazy
1f32c windy mother_nature wind_blowing_face
1f32d hotdog
1f32e taco
1f32f burrito
1f330 chestnut
1f331 seedling sprout
1f332 evergreen_tree
1f333 tree deciduous_tree
1f334 palm_tree
1f335 cactus
1f336 hot_pepper chili_pepper
1f337 tulip flower
1f338 cherry_blossom
1f339 rose
1f33a hibiscus
1f33b sunflower
1f33c blossom
1f33d corn maize
1f33e harvest ear_of_rice
1f33f herb plant
1f340 lucky four_leaf_clover
1f341 maple_leaf
1f342 fallen_leaf
1f343 leaves wind fall
1f344-200d-1f7eb brown_mushroom
1f344 mushroom
1f345 tomato
1f346 eggplant
1f347 grapes
1f348 melon
1f349 watermelon
1f34a orange tangerine mandarin
1f34b-200d-1f7e9 lime
1f34b lemon
1f34c banana
1f34d pineapple
1f34e apple
1f34f green_apple
1f350 pear
1f351 peach
1f352 cherries
1f353 strawberry
1f354 hamburger
1f355 pizza
1f356 meat meat_on_bone
1f357 drumstick poultry poultry_leg
1f358 senbei rice_cracker
1f359 onigiri rice_ball
1f35a rice
1f35b curry
1f35c ramen noodles
1f35d spaghetti
1f35e bread
1f35f fries
1f360 yam sweet_potato
1f361 dango
1f362 oden
1f363 sushi
1f364 tempura fried_shrimp
1f365 naruto fish_cake
1f366 soft_serve soft_ice_cream icecream
1f367 shaved_ice
1f368 ice_cream gelato
1f369 donut doughnut
1f36a cookie
1f36b chocolate chocolate_bar
1f36c candy
1f36d lollipop
1f36e custard flan
1f36f honey honey_pot
1f370 cake
1f371 bento
1f372 food soup stew
1f373 cooking fried_egg
1f374 fork_and_knife eating_utensils
1f375 tea
1f376 sake
1f377 wine wine_glass
1f378 cocktail
1f379 tropical_drink
1f37a beer
1f37b beers
1f37c baby_bottle
1f37d hungry meal table_setting fork_and_knife_with_plate lets_eat knife_fork_plate
1f37e champagne
1f37f popcorn
1f380 ribbon decoration
1f381 gift present
1f382 birthday
1f383 jack-o-lantern pumpkin jack_o_lantern
1f384 holiday_tree christmas_tree
1f385 santa
1f386 fireworks
1f387 sparkler
1f388 balloon celebration
1f389 tada congratulations
1f38a confetti party_ball confetti_ball
1f38b wish_tree tanabata_tree
1f38c crossed_flags solidarity
1f38d bamboo
1f38e dolls
1f38f carp_streamer flags
1f390 wind_chime
1f391 moon_ceremony rice_scene
1f392 backpack satchel school_satchel
1f393 graduate mortar_board
1f396 military_medal
1f397 reminder_ribbon
1f399 studio_microphone
1f39a volume level_slider
1f39b control_knobs
1f39e film film_frames
1f39f ticket admission_tickets
1f3a0 carousel merry_go_round carousel_horse
1f3a1 ferris_wheel
1f3a2 roller_coaster
1f3a3 fishing fishing_pole_and_fish
1f3a4 microphone mike mic
1f3a5 movie_camera
1f3a6 cinema movie_theater
1f3a7 headphones
1f3a8 art palette painting
1f3a9 top_hat tophat
1f3aa circus circus_tent
1f3ab pass
1f3ac action clapper
1f3ad performing_arts drama theater
1f3ae video_game
1f3af direct_hit darts bulls_eye dart
1f3b0 slot_machine
1f3b1 billiards pool 8_ball 8ball
1f3b2 dice die game_die
1f3b3 strike bowling
1f3b4 playing_cards flower_playing_cards
1f3b5 music musical_note
1f3b6 musical_notes notes
1f3b7 saxophone
1f3b8 guitar
1f3b9 piano musical_keyboard
1f3ba trumpet
1f3bb violin
1f3bc musical_score
1f3bd running_shirt running_shirt_with_sash
1f3be tennis
1f3bf ski
1f3c0 basketball
1f3c1 checkered_flag race go start
1f3c2 snowboarder
1f3c3-200d-2640 woman-running woman_running
1f3c3-200d-2640-200d-27a1 woman_running_facing_right
1f3c3-200d-2642 man-running man_running
1f3c3-200d-2642-200d-27a1 man_running_facing_right
1f3c3-200d-27a1 person_running_facing_right
1f3c3 running runner
1f3c4-200d-2640 woman-surfing woman_surfing
1f3c4-200d-2642 man-surfing man_surfing
1f3c4 surf surfer
1f3c5 medal sports_medal
1f3c6 trophy winner
1f3c7 horse_racing horse_riding
1f3c8 american_football
1f3c9 rugby rugby_football
1f3ca-200d-2640 woman-swimming woman_swimming
1f3ca-200d-2642 man-swimming man_swimming
1f3ca swim swimmer
1f3cb-200d-2640 woman-lifting-weights woman_lifting_weights
1f3cb-200d-2642 man-lifting-weights man_lifting_weights
1f3cb lift work_out weight_lift gym weight_lifter
1f3cc-200d-2640 woman-golfing woman_golfing
1f3cc-200d-2642 man-golfing man_golfing
1f3cc golf golfer
1f3cd motorcycle racing_motorcycle
1f3ce racecar racing_car
1f3cf cricket cricket_bat cricket_bat_and_ball
1f3d0 volleyball
1f3d1 field_hockey field_hockey_stick_and_ball
1f3d2 ice_hockey ice_hockey_stick_and_puck
1f3d3 ping_pong table_tennis table_tennis_paddle_and_ball
1f3d4 snowy_mountain snow_capped_mountain
1f3d5 campsite
1f3d6 beach beach_with_umbrella
1f3d7 construction building_construction
1f3d8 houses house_buildings
1f3d9 city skyline cityscape
1f3da derelict_house condemned derelict_house_building
1f3db classical_building
1f3dc desert
1f3dd island desert_island
1f3de national_park
1f3df stadium
1f3e0 house
1f3e1 suburb house_with_garden
1f3e2 office
1f3e3 japan_post
1f3e4 post_office european_post_office
1f3e5 hospital
1f3e6 bank
1f3e7 atm
1f3e8 hotel
1f3e9 love_hotel
1f3ea convenience_store
1f3eb school
1f3ec department_store
1f3ed factory
1f3ee lantern izakaya_lantern
1f3ef shiro japanese_castle
1f3f0 castle european_castle
1f3f3-200d-1f308 rainbow-flag rainbow_flag
1f3f3-200d-26a7 transgender_flag
1f3f3 white_flag surrender waving_white_flag
1f3f4-200d-2620 pirate_flag
1f3f4-e0067-e0062-e0065-e006e-e0067-e007f flag-england flag_england
1f3f4-e0067-e0062-e0073-e0063-e0074-e007f flag-scotland flag_scotland
1f3f4-e0067-e0062-e0077-e006c-e0073-e007f flag-wales flag_wales
1f3f4 black_flag waving_black_flag
1f3f5 rosette
1f3f7 label tag price_tag
1f3f8 badminton badminton_racquet_and_shuttlecock
1f3f9 bow_and_arrow archery
1f3fa vase amphora
1f3fb skin-tone-2 skin_tone_2
1f3fc skin-tone-3 skin_tone_3
1f3fd skin-tone-4 skin_tone_4
1f3fe skin-tone-5 skin_tone_5
1f3ff skin-tone-6 skin_tone_6
1f400 rat
1f401 mouse mouse2
1f402 ox bull
1f403 water_buffalo
1f404 cow cow2
1f405 tiger tiger2
1f406 leopard
1f407 rabbit rabbit2
1f408-200d-2b1b black_cat
1f408 cat meow cat2
1f409 dragon
1f40a crocodile
1f40b humpback_whale whale2
1f40c snail
1f40d snake hiss
1f40e horse racehorse
1f40f ram
1f410 goat
1f411 sheep baa
1f412 monkey
1f413 rooster alarm cock-a-doodle-doo
1f414 chicken cluck
1f415-200d-1f9ba service_dog
1f415 dog woof dog2
1f416 pig oink pig2
1f417 boar
1f418 elephant
1f419 octopus
1f41a shell seashell conch spiral_shell
1f41b bug caterpillar
1f41c ant
1f41d bee buzz honeybee
1f41e beetle ladybug lady_beetle
1f41f fish
1f420 tropical_fish
1f421 blowfish
1f422 turtle tortoise
1f423 hatching hatching_chick
1f424 chick baby_chick
1f425 new_baby hatched_chick
1f426-200d-1f525 phoenix
1f426-200d-2b1b black_bird
1f426 bird
1f427 penguin
1f428 koala
1f429 poodle
1f42a arabian_camel dromedary_camel
1f42b camel
1f42c dolphin flipper
1f42d dormouse
1f42e calf
1f42f tiger_cub
1f430 bunny
1f431 kitten
1f432 dragon_face
1f433 whale
1f434 pony
1f435 monkey_face
1f436 puppy
1f437 piglet
1f438 frog
1f439 hamster
1f43a wolf
1f43b-200d-2744 polar_bear
1f43b bear
1f43c panda panda_face
1f43d pig_nose
1f43e paw_prints paws
1f43f chipmunk
1f440 eyes looking
1f441-200d-1f5e8 eye-in-speech-bubble eye_in_speech_bubble
1f441 eye
1f442 ear
1f443 nose
1f444 lips mouth
1f445 tongue
1f446 point_up this point_up_2
1f447 point_down
1f448 point_left
1f449 point_right
1f44a fist_bump punch facepunch
1f44b wave hello hi
1f44c ok got_it ok_hand
1f44d +1 thumbs_up like thumbsup
1f44e -1 thumbs_down _1 thumbsdown
1f44f clap applause
1f450 open_hands
1f451 crown queen king
1f452 hat womans_hat
1f453 glasses spectacles eyeglasses
1f454 tie necktie
1f455 shirt tshirt
1f456 jeans denim
1f457 dress
1f458 kimono
1f459 bikini
1f45a clothing womans_clothes
1f45b purse
1f45c handbag
1f45d pouch
1f45e shoe mans_shoe
1f45f athletic_shoe sneaker running_shoe
1f460 high_heels high_heel
1f461 sandal flip_flops
1f462 boot
1f463 footprints feet
1f464 silhouette shadow bust_in_silhouette
1f465 silhouettes shadows busts_in_silhouette
1f466 boy
1f467 girl
1f468-200d-1f33e male-farmer male_farmer
1f468-200d-1f373 male-cook male_cook
1f468-200d-1f37c man_feeding_baby
1f468-200d-1f393 male-student male_student
1f468-200d-1f3a4 male-singer male_singer
1f468-200d-1f3a8 male-artist male_artist
1f468-200d-1f3eb male-teacher male_teacher
1f468-200d-1f3ed male-factory-worker male_factory_worker
1f468-200d-1f466-200d-1f466 man-boy-boy man_boy_boy
1f468-200d-1f466 man-boy man_boy
1f468-200d-1f467-200d-1f466 man-girl-boy man_girl_boy
1f468-200d-1f467-200d-1f467 man-girl-girl man_girl_girl
1f468-200d-1f467 man-girl man_girl
1f468-200d-1f468-200d-1f466 man-man-boy man_man_boy
1f468-200d-1f468-200d-1f466-200d-1f466 man-man-boy-boy man_man_boy_boy
1f468-200d-1f468-200d-1f467 man-man-girl man_man_girl
1f468-200d-1f468-200d-1f467-200d-1f466 man-man-girl-boy man_man_girl_boy
1f468-200d-1f468-200d-1f467-200d-1f467 man-man-girl-girl man_man_girl_girl
1f468-200d-1f469-200d-1f466 man-woman-boy man_woman_boy
1f468-200d-1f469-200d-1f466-200d-1f466 man-woman-boy-boy man_woman_boy_boy
1f468-200d-1f469-200d-1f467 man-woman-girl man_woman_girl
1f468-200d-1f469-200d-1f467-200d-1f466 man-woman-girl-boy man_woman_girl_boy
1f468-200d-1f469-200d-1f467-200d-1f467 man-woman-girl-girl man_woman_girl_girl
1f468-200d-1f4bb male-technologist male_technologist
1f468-200d-1f4bc male-office-worker male_office_worker
1f468-200d-1f527 male-mechanic male_mechanic
1f468-200d-1f52c male-scientist male_scientist
1f468-200d-1f680 male-astronaut male_astronaut
1f468-200d-1f692 male-firefighter male_firefighter
1f468-200d-1f9af-200d-27a1 man_with_white_cane_facing_right
1f468-200d-1f9af man_with_probing_cane
1f468-200d-1f9b0 red_haired_man
1f468-200d-1f9b1 curly_haired_man
1f468-200d-1f9b2 bald_man
1f468-200d-1f9b3 white_haired_man
1f468-200d-1f9bc-200d-27a1 man_in_motorized_wheelchair_facing_right
1f468-200d-1f9bc man_in_motorized_wheelchair
1f468-200d-1f9bd-200d-27a1 man_in_manual_wheelchair_facing_right
1f468-200d-1f9bd man_in_manual_wheelchair
1f468-200d-2695 male-doctor male_doctor
1f468-200d-2696 male-judge male_judge
1f468-200d-2708 male-pilot male_pilot
1f468-200d-2764-200d-1f468 man-heart-man man_heart_man
1f468-200d-2764-200d-1f48b-200d-1f468 man-kiss-man man_kiss_man
1f468 man
1f469-200d-1f33e female-farmer female_farmer
1f469-200d-1f373 female-cook female_cook
1f469-200d-1f37c woman_feeding_baby
1f469-200d-1f393 female-student female_student
1f469-200d-1f3a4 female-singer female_singer
1f469-200d-1f3a8 female-artist female_artist
1f469-200d-1f3eb female-teacher female_teacher
1f469-200d-1f3ed female-factory-worker female_factory_worker
1f469-200d-1f466-200d-1f466 woman-boy-boy woman_boy_boy
1f469-200d-1f466 woman-boy woman_boy
1f469-200d-1f467-200d-1f466 woman-girl-boy woman_girl_boy
1f469-200d-1f467-200d-1f467 woman-girl-girl woman_girl_girl
1f469-200d-1f467 woman-girl woman_girl
1f469-200d-1f469-200d-1f466 woman-woman-boy woman_woman_boy
1f469-200d-1f469-200d-1f466-200d-1f466 woman-woman-boy-boy woman_woman_boy_boy
1f469-200d-1f469-200d-1f467 woman-woman-girl woman_woman_girl
1f469-200d-1f469-200d-1f467-200d-1f466 woman-woman-girl-boy woman_woman_girl_boy
1f469-200d-1f469-200d-1f467-200d-1f467 woman-woman-girl-girl woman_woman_girl_girl
1f469-200d-1f4bb female-technologist female_technologist
1f469-200d-1f4bc female-office-worker female_office_worker
1f469-200d-1f527 female-mechanic female_mechanic
1f469-200d-1f52c female-scientist female_scientist
1f469-200d-1f680 female-astronaut female_astronaut
1f469-200d-1f692 female-firefighter female_firefighter
1f469-200d-1f9af-200d-27a1 woman_with_white_cane_facing_right
1f469-200d-1f9af woman_with_probing_cane
1f469-200d-1f9b0 red_haired_woman
1f469-200d-1f9b1 curly_haired_woman
1f469-200d-1f9b2 bald_woman
1f469-200d-1f9b3 white_haired_woman
1f469-200d-1f9bc-200d-27a1 woman_in_motorized_wheelchair_facing_right
1f469-200d-1f9bc woman_in_motorized_wheelchair
1f469-200d-1f9bd-200d-27a1 woman_in_manual_wheelchair_facing_right
1f469-200d-1f9bd woman_in_manual_wheelchair
1f469-200d-2695 female-doctor female_doctor
1f469-200d-2696 female-judge female_judge
1f469-200d-2708 female-pilot female_pilot
1f469-200d-2764-200d-1f468 woman-heart-man woman_heart_man
1f469-200d-2764-200d-1f469 woman-heart-woman woman_heart_woman
1f469-200d-2764-200d-1f48b-200d-1f468 woman-kiss-man woman_kiss_man
1f469-200d-2764-200d-1f48b-200d-1f469 woman-kiss-woman woman_kiss_woman
1f469 woman
1f46a family
1f46b man_and_woman_holding_hands man_and_woman_couple woman_and_man_holding_hands couple
1f46c two_men_holding_hands men_couple men_holding_hands
1f46d two_women_holding_hands women_couple women_holding_hands
1f46e-200d-2640 female-police-officer female_police_officer
1f46e-200d-2642 male-police-officer male_police_officer
1f46e police cop
1f46f-200d-2640 women-with-bunny-ears-partying women_with_bunny_ears_partying woman-with-bunny-ears-partying woman_with_bunny_ears_partying
1f46f-200d-2642 men-with-bunny-ears-partying men_with_bunny_ears_partying man-with-bunny-ears-partying man_with_bunny_ears_partying
1f46f dancers
1f470-200d-2640 woman_with_veil
1f470-200d-2642 man_with_veil
1f470 bride bride_with_veil
1f471-200d-2640 blond-haired-woman blond_haired_woman
1f471-200d-2642 blond-haired-man blond_haired_man
1f471 person_with_blond_hair
1f472 gua_pi_mao man_with_gua_pi_mao
1f473-200d-2640 woman-wearing-turban woman_wearing_turban
1f473-200d-2642 man-wearing-turban man_wearing_turban
1f473 turban man_with_turban
1f474 older_man elderly_man
1f475 older_woman elderly_woman
1f476 baby
1f477-200d-2640 female-construction-worker female_construction_worker
1f477-200d-2642 male-construction-worker male_construction_worker
1f477 construction_worker
1f478 princess
1f479 ogre japanese_ogre
1f47a goblin japanese_goblin
1f47b ghost boo spooky haunted
1f47c angel
1f47d alien ufo
1f47e space_invader
1f47f devil imp angry_devil
1f480 skull
1f481-200d-2640 woman-tipping-hand woman_tipping_hand
1f481-200d-2642 man-tipping-hand man_tipping_hand
1f481 information_desk_person person_tipping_hand
1f482-200d-2640 female-guard female_guard
1f482-200d-2642 male-guard male_guard
1f482 guard guardsman
1f483 dancer
1f484 lipstick
1f485 nail_polish nail_care
1f486-200d-2640 woman-getting-massage woman_getting_massage
1f486-200d-2642 man-getting-massage man_getting_massage
1f486 massage
1f487-200d-2640 woman-getting-haircut woman_getting_haircut
1f487-200d-2642 man-getting-haircut man_getting_haircut
1f487 haircut
1f488 barber striped_pole
1f489 injection syringe
1f48a medicine pill
1f48b lipstick_kiss
1f48c love_letter
1f48d ring
1f48e gem crystal
1f48f couplekiss
1f490 bouquet
1f491 couple_with_heart
1f492 wedding
1f493 heartbeat
1f494 broken_heart heartache
1f495 two_hearts
1f496 sparkling_heart
1f497 heart_pulse growing_heart heartpulse
1f498 cupid smitten heart_arrow
1f499 blue_heart
1f49a green_heart envy
1f49b yellow_heart heart_of_gold
1f49c purple_heart bravery
1f49d gift_heart
1f49e revolving_hearts
1f49f heart_box heart_decoration
1f4a0 cute kawaii diamond_with_a_dot diamond_shape_with_a_dot_inside
1f4a1 light_bulb bulb idea
1f4a2 anger bam pow
1f4a3 bomb
1f4a4 zzz
1f4a5 boom explosion crash collision
1f4a6 sweat_drops
1f4a7 drop water_drop droplet
1f4a8 dash
1f4a9 poop pile_of_poo hankey shit
1f4aa muscle
1f4ab seeing_stars
1f4ac umm speech_balloon
1f4ad thought dream thought_balloon
1f4ae white_flower
1f4af 100 hundred
1f4b0 money moneybag
1f4b1 exchange currency_exchange
1f4b2 dollars heavy_dollar_sign
1f4b3 credit_card debit_card
1f4b4 yen_banknotes yen
1f4b5 dollar_bills dollar
1f4b6 euro_banknotes euro
1f4b7 pound_notes pound
1f4b8 losing_money easy_come_easy_go money_with_wings
1f4b9 stock_market
1f4ba seat
1f4bb computer laptop
1f4bc briefcase
1f4bd gold_record minidisc
1f4be floppy_disk
1f4bf cd
1f4c0 dvd
1f4c1 organize file_folder
1f4c2 folder open_file_folder
1f4c3 receipt page_with_curl
1f4c4 document paper file page page_facing_up
1f4c5 calendar
1f4c6 date
1f4c7 rolodex card_index
1f4c8 chart upwards_trend growing increasing chart_with_upwards_trend
1f4c9 downwards_trend shrinking decreasing chart_with_downwards_trend
1f4ca bar_chart
1f4cb clipboard
1f4cc push_pin thumb_tack pushpin
1f4cd pin sewing_pin round_pushpin
1f4ce paperclip attachment
1f4cf ruler straightedge straight_ruler
1f4d0 carpenter_square triangular_ruler
1f4d1 place_holder bookmark_tabs
1f4d2 ledger spiral_notebook
1f4d3 notebook composition_book
1f4d4 decorative_notebook notebook_with_decorative_cover
1f4d5 red_book closed_book
1f4d6 book open_book
1f4d7 green_book
1f4d8 blue_book
1f4d9 orange_book
1f4da books
1f4db name_badge
1f4dc scroll
1f4dd memo note
1f4de landline home_phone telephone_receiver
1f4df pager
1f4e0 fax
1f4e1 satellite_antenna
1f4e2 loudspeaker bullhorn
1f4e3 megaphone shout mega
1f4e4 outbox outbox_tray
1f4e5 inbox inbox_tray
1f4e6 package
1f4e7 e-mail e_mail
1f4e8 mail_received incoming_envelope
1f4e9 mail_sent sealed envelope_with_arrow
1f4ea closed_mailbox mailbox_closed
1f4eb mailbox
1f4ec unread_mail mailbox_with_mail
1f4ed inbox_zero empty_mailbox no_mail mailbox_with_no_mail
1f4ee mail_dropoff postbox
1f4ef horn postal_horn
1f4f0 headlines
1f4f1 mobile_phone smartphone iphone android
1f4f2 calling
1f4f3 vibration_mode
1f4f4 phone_off mobile_phone_off
1f4f5 no_phones no_mobile_phones
1f4f6 cell_reception signal_strength signal_bars
1f4f7 camera
1f4f8 taking_a_picture say_cheese camera_with_flash
1f4f9 video_camera video_recorder
1f4fa tv television
1f4fb radio
1f4fc vhs videocassette
1f4fd projector movie film_projector
1f4ff prayer_beads
1f500 shuffle twisted_rightwards_arrows
1f501 repeat
1f502 repeat_one
1f503 clockwise arrows_clockwise
1f504 counterclockwise return arrows_counterclockwise
1f505 low_brightness dim
1f506 brightness high_brightness
1f507 mute no_sound
1f508 speaker
1f509 softer
1f50a louder sound loud_sound
1f50b battery full_battery
1f50c electric_plug
1f50d search find magnifying_glass mag
1f50e mag_right
1f50f privacy key_signing digital_security protected lock_with_ink_pen
1f510 secure lock_with_key safe commitment loyalty closed_lock_with_key
1f511 key
1f512 locked lock
1f513 unlocked unlock
1f514 notifications bell
1f515 mute_notifications no_bell
1f516 bookmark
1f517 link
1f518 radio_button
1f519 back
1f51a end
1f51b on
1f51c soon
1f51d top
1f51e underage nc17
1f51f ten keycap_ten
1f520 capital_abcd capital_letters
1f521 abcd alphabet
1f522 1234 numbers
1f523 symbols
1f524 abc
1f525 fire lit hot flame
1f526 flashlight
1f527 fixing wrench
1f528 hammer maintenance handyman handywoman
1f529 nut_and_bolt screw
1f52a knife hocho betrayed
1f52b gun
1f52c science microscope scientist
1f52d telescope
1f52e crystal_ball oracle future fortune_telling
1f52f six_pointed_star
1f530 beginner
1f531 trident
1f532 white_and_black_square black_square_button
1f533 black_and_white_square white_square_button
1f534 red_circle
1f535 large_blue_circle
1f536 large_orange_diamond
1f537 large_blue_diamond
1f538 small_orange_diamond
1f539 small_blue_diamond
1f53a red_triangle_up small_red_triangle
1f53b red_triangle_down small_red_triangle_down
1f53c upvote up_button increase arrow_up_small
1f53d downvote down_button decrease arrow_down_small
1f549 om hinduism om_symbol
1f54a dove dove_of_peace
1f54b kaaba
1f54c mosque
1f54d synagogue
1f54e menorah menorah_with_nine_branches
1f550 clock1
1f551 clock2
1f552 clock3
1f553 clock4
1f554 clock5
1f555 clock6
1f556 clock7
1f557 time clock clock8
1f558 clock9
1f559 clock10
1f55a clock11
1f55b clock12
1f55c clock130
1f55d clock230
1f55e clock330
1f55f clock430
1f560 clock530
1f561 clock630
1f562 clock730
1f563 clock830
1f564 clock930
1f565 clock1030
1f566 clock1130
1f567 clock1230
1f56f candle
1f570 mantelpiece_clock
1f573 hole
1f574 levitating hover man_in_business_suit_levitating
1f575-200d-2640 female-detective female_detective
1f575-200d-2642 male-detective male_detective
1f575 detective spy sleuth agent sneaky sleuth_or_spy
1f576 dark_sunglasses
1f577 spider
1f578 web spider_web
1f579 joystick arcade
1f57a dancing disco man_dancing
1f587 office_supplies paperclip_chain linked linked_paperclips
1f58a pen ballpoint_pen lower_left_ballpoint_pen
1f58b fountain_pen lower_left_fountain_pen
1f58c paintbrush lower_left_paintbrush
1f58d crayon lower_left_crayon
1f590 high_five palm raised_hand_with_fingers_splayed
1f595 middle_finger reversed_hand_with_middle_finger_extended
1f596 spock live_long_and_prosper spock-hand spock_hand
1f5a4 black_heart
1f5a5 desktop_computer
1f5a8 printer
1f5b1 computer_mouse three_button_mouse
1f5b2 trackball
1f5bc picture framed_picture frame_with_picture
1f5c2 sort card_index_dividers
1f5c3 archive card_file_box
1f5c4 file_cabinet
1f5d1 wastebasket trash_can
1f5d2 spiral_notepad spiral_note_pad
1f5d3 spiral_calendar_pad
1f5dc compression vise
1f5dd secret dungeon old_key encrypted clue hint
1f5de newspaper swat rolled_up_newspaper
1f5e1 dagger rated_for_violence dagger_knife
1f5e3 speaking_head speaking_head_in_silhouette
1f5e8 speech_bubble left_speech_bubble
1f5ef anger_bubble right_anger_bubble
1f5f3 ballot_box ballot_box_with_ballot
1f5fa map world_map road_trip
1f5fb mount_fuji
1f5fc tower tokyo_tower
1f5fd statue new_york statue_of_liberty
1f5fe japan
1f5ff rock_carving moyai
1f600 grinning happy
1f601 grinning_face_with_smiling_eyes grin
1f602 joy tears laughter_tears
1f603 smiley
1f604 smile big_smile
1f605 sweat_smile
1f606 laughing lol satisfied
1f607 innocent halo
1f608 smiling_devil smiling_imp smiling_face_with_horns
1f609 wink
1f60a blush
1f60b yum
1f60c relieved
1f60d heart_eyes in_love
1f60e sunglasses
1f60f smirk smug
1f610 neutral neutral_face
1f611 expressionless
1f612 unamused
1f613 sweat
1f614 pensive tired
1f615 oh_no half_frown concerned confused
1f616 confounded agony
1f617 kiss kissing
1f618 heart_kiss blow_a_kiss kissing_heart
1f619 kiss_smiling_eyes kissing_smiling_eyes
1f61a kiss_with_blush kissing_closed_eyes
1f61b mischievous
1f61c stuck_out_tongue_wink joking crazy stuck_out_tongue_winking_eye
1f61d stuck_out_tongue stuck_out_tongue_closed_eyes
1f61e disappointed
1f61f worried
1f620 angry
1f621 rage mad grumpy very_angry
1f622 cry
1f623 persevere helpless
1f624 triumph
1f625 exhausted disappointed_relieved stressed
1f626 frowning
1f627 anguished pained
1f628 fear scared shock fearful
1f629 weary distraught
1f62a sleepy
1f62b anguish tired_face
1f62c grimacing nervous anxious
1f62d sob
1f62e-200d-1f4a8 face_exhaling
1f62e open_mouth surprise
1f62f hushed
1f630 cold_sweat
1f631 scream
1f632 astonished
1f633 flushed embarrassed blushing
1f634 sleeping
1f635-200d-1f4ab face_with_spiral_eyes
1f635 dizzy dizzy_face
1f636-200d-1f32b face_in_clouds
1f636 speechless no_mouth blank poker_face
1f637 cant_talk mask
1f638 smile_cat
1f639 joy_cat
1f63a smiley_cat
1f63b heart_eyes_cat
1f63c smirk_cat smug_cat
1f63d kissing_cat
1f63e angry_cat pouting_cat
1f63f crying_cat crying_cat_face
1f640 scream_cat weary_cat
1f641 frown slight_frown slightly_frowning_face
1f642-200d-2194 head_shaking_horizontally
1f642-200d-2195 head_shaking_vertically
1f642 slight_smile slightly_smiling_face
1f643 upside_down oops upside_down_face
1f644 rolling_eyes face_with_rolling_eyes
1f645-200d-2640 woman-gesturing-no woman_gesturing_no
1f645-200d-2642 man-gesturing-no man_gesturing_no
1f645 no_signal nope no_good
1f646-200d-2640 woman-gesturing-ok woman_gesturing_ok
1f646-200d-2642 man-gesturing-ok man_gesturing_ok
1f646 ok_signal ok_woman
1f647-200d-2640 woman-bowing woman_bowing
1f647-200d-2642 man-bowing man_bowing
1f647 bow
1f648 see_no_evil
1f649 hear_no_evil
1f64a speak_no_evil
1f64b-200d-2640 woman-raising-hand woman_raising_hand
1f64b-200d-2642 man-raising-hand man_raising_hand
1f64b raising_hand pick_me
1f64c raised_hands praise
1f64d-200d-2640 woman-frowning woman_frowning
1f64d-200d-2642 man-frowning man_frowning
1f64d person_frowning
1f64e-200d-2640 woman-pouting woman_pouting
1f64e-200d-2642 man-pouting man_pouting
1f64e person_pouting person_with_pouting_face
1f64f pray welcome thank_you namaste
1f680 rocket
1f681 helicopter
1f682 train steam_locomotive
1f683 railway_car train_car
1f684 high_speed_train bullettrain_side
1f685 bullet_train bullettrain_front
1f686 oncoming_train train2
1f687 subway
1f688 light_rail
1f689 station
1f68a oncoming_tram oncoming_streetcar oncoming_trolley
1f68b tram streetcar
1f68c bus school_bus
1f68d oncoming_bus
1f68e trolley trolleybus
1f68f bus_stop busstop
1f690 minibus
1f691 ambulance
1f692 fire_truck fire_engine
1f693 police_car
1f694 oncoming_police_car
1f695 taxi rideshare
1f696 oncoming_taxi
1f697 car red_car
1f698 oncoming_car oncoming_automobile
1f699 recreational_vehicle jeep blue_car
1f69a moving_truck
1f69b truck tractor-trailer big_rig semi_truck transport_truck articulated_lorry
1f69c tractor
1f69d monorail elevated_train
1f69e mountain_railway
1f69f suspension_railway
1f6a0 gondola mountain_cableway
1f6a1 aerial_tramway ski_lift
1f6a2 ship
1f6a3-200d-2640 woman-rowing-boat woman_rowing_boat
1f6a3-200d-2642 man-rowing-boat man_rowing_boat
1f6a3 rowboat crew sculling rowing
1f6a4 speedboat
1f6a5 horizontal_traffic_light
1f6a6 traffic_light vertical_traffic_light
1f6a7 work_in_progress construction_zone
1f6a8 siren rotating_light alert
1f6a9 triangular_flag triangular_flag_on_post
1f6aa door
1f6ab prohibited not_allowed no_entry_sign
1f6ac smoking
1f6ad no_smoking
1f6ae put_litter_in_its_place
1f6af do_not_litter
1f6b0 potable_water tap_water drinking_water
1f6b1 non-potable_water non_potable_water
1f6b2 bike bicycle
1f6b3 no_bicycles
1f6b4-200d-2640 woman-biking woman_biking
1f6b4-200d-2642 man-biking man_biking
1f6b4 cyclist bicyclist
1f6b5-200d-2640 woman-mountain-biking woman_mountain_biking
1f6b5-200d-2642 man-mountain-biking man_mountain_biking
1f6b5 mountain_biker mountain_bicyclist
1f6b6-200d-2640 woman-walking woman_walking
1f6b6-200d-2640-200d-27a1 woman_walking_facing_right
1f6b6-200d-2642 man-walking man_walking
1f6b6-200d-2642-200d-27a1 man_walking_facing_right
1f6b6-200d-27a1 person_walking_facing_right
1f6b6 walking pedestrian
1f6b7 no_pedestrians
1f6b8 children_crossing school_crossing drive_with_care
1f6b9 mens
1f6ba womens
1f6bb restroom
1f6bc baby_change_station nursery baby_symbol
1f6bd toilet
1f6be wc water_closet
1f6bf shower
1f6c0 bath
1f6c1 bathtub
1f6c2 passport_control immigration
1f6c3 customs
1f6c4 baggage_claim
1f6c5 locker locked_bag left_luggage
1f6cb living_room furniture couch_and_lamp lifestyles
1f6cc in_bed accommodations guestrooms sleeping_accommodation
1f6cd shopping_bags
1f6ce bellhop_bell reception services ding
1f6cf bed bedroom
1f6d0 place_of_worship
1f6d1 stop_sign octagonal_sign
1f6d2 shopping_cart shopping_trolley
1f6d5 hindu_temple
1f6d6 hut
1f6d7 elevator
1f6dc wireless
1f6dd playground_slide
1f6de wheel
1f6df ring_buoy
1f6e0 working_on_it hammer_and_wrench tools
1f6e1 shield
1f6e2 oil_drum commodities
1f6e3 road motorway
1f6e4 railway_track train_tracks
1f6e5 motor_boat
1f6e9 small_airplane
1f6eb take_off departure airplane_departure
1f6ec landing arrival airplane_arrival airplane_arriving
1f6f0 satellite
1f6f3 passenger_ship yacht cruise
1f6f4 kick_scooter
1f6f5 scooter motor_bike motor_scooter
1f6f6 canoe
1f6f7 sled
1f6f8 flying_saucer
1f6f9 skateboard
1f6fa auto_rickshaw
1f6fb pickup_truck
1f6fc roller_skate
1f7e0 large_orange_circle
1f7e1 large_yellow_circle
1f7e2 large_green_circle
1f7e3 large_purple_circle
1f7e4 large_brown_circle
1f7e5 large_red_square
1f7e6 large_blue_square
1f7e7 large_orange_square
1f7e8 large_yellow_square
1f7e9 large_green_square
1f7ea large_purple_square
1f7eb large_brown_square
1f7f0 heavy_equals_sign
1f90c pinched_fingers
1f90d white_heart
1f90e brown_heart
1f90f pinching_hand
1f910 silence quiet hush zip_it lips_are_sealed zipper_mouth_face
1f911 money_face kaching money_mouth_face
1f912 sick flu face_with_thermometer ill
1f913 nerd geek nerd_face
1f914 thinking thinking_face
1f915 hurt head_bandage injured face_with_head_bandage
1f916 robot robot_face
1f917 hug arms_open hugging_face
1f918 rock_on sign_of_the_horns the_horns
1f919 call_me call_me_hand
1f91a stop raised_back_of_hand
1f91b left_fist left-facing_fist left_facing_fist
1f91c right_fist right-facing_fist right_facing_fist
1f91d handshake done_deal
1f91e fingers_crossed crossed_fingers hand_with_index_and_middle_fingers_crossed
1f91f i_love_you_hand_sign
1f920 cowboy face_with_cowboy_hat
1f921 clown clown_face
1f922 nauseated queasy nauseated_face
1f923 rolling_on_the_floor_laughing rofl
1f924 drooling drooling_face
1f925 lying lying_face
1f926-200d-2640 woman-facepalming woman_facepalming
1f926-200d-2642 man-facepalming man_facepalming
1f926 face_palm
1f927 sneezing sneezing_face
1f928 face_with_raised_eyebrow face_with_one_eyebrow_raised
1f929 star-struck star_struck grinning_face_with_star_eyes
1f92a zany_face grinning_face_with_one_large_and_one_small_eye
1f92b shushing_face face_with_finger_covering_closed_lips
1f92c face_with_symbols_on_mouth serious_face_with_symbols_covering_mouth
1f92d face_with_hand_over_mouth smiling_face_with_smiling_eyes_and_hand_covering_mouth
1f92e face_vomiting face_with_open_mouth_vomiting
1f92f exploding_head shocked_face_with_exploding_head
1f930 pregnant expecting pregnant_woman
1f931 breast-feeding breast_feeding
1f932 palms_up_together
1f933 selfie
1f934 prince
1f935-200d-2640 woman_in_tuxedo
1f935-200d-2642 man_in_tuxedo
1f935 tuxedo person_in_tuxedo
1f936 mother_christmas mrs_claus
1f937-200d-2640 woman-shrugging woman_shrugging
1f937-200d-2642 man-shrugging man_shrugging
1f937 shrug
1f938-200d-2640 woman-cartwheeling woman_cartwheeling
1f938-200d-2642 man-cartwheeling man_cartwheeling
1f938 cartwheel acrobatics gymnastics tumbling person_doing_cartwheel
1f939-200d-2640 woman-juggling woman_juggling
1f939-200d-2642 man-juggling man_juggling
1f939 juggling
1f93a fencing fencer
1f93c-200d-2640 woman-wrestling woman_wrestling
1f93c-200d-2642 man-wrestling man_wrestling
1f93c wrestling wrestlers
1f93d-200d-2640 woman-playing-water-polo woman_playing_water_polo
1f93d-200d-2642 man-playing-water-polo man_playing_water_polo
1f93d water_polo
1f93e-200d-2640 woman-playing-handball woman_playing_handball
1f93e-200d-2642 man-playing-handball man_playing_handball
1f93e handball
1f93f diving_mask
1f940 wilted_flower crushed
1f941 drum drum_with_drumsticks
1f942 clink toast clinking_glasses
1f943 small_glass tumbler_glass
1f944 spoon
1f945 gooooooooal goal goal_net
1f947 first_place gold number_one first_place_medal
1f948 second_place silver second_place_medal
1f949 third_place bronze third_place_medal
1f94a boxing_glove
1f94b black_belt keikogi dogi martial_arts martial_arts_uniform
1f94c curling_stone
1f94d lacrosse
1f94e softball
1f94f flying_disc
1f950 croissant
1f951 avocado
1f952 cucumber
1f953 bacon
1f954 potato
1f955 carrot
1f956 baguette baguette_bread
1f957 salad green_salad
1f958 paella shallow_pan_of_food
1f959 doner_kebab shawarma souvlaki stuffed_flatbread
1f95a egg
1f95b milk glass_of_milk
1f95c peanuts
1f95d kiwi kiwifruit
1f95e pancakes breakfast
1f95f dumpling
1f960 fortune_cookie
1f961 takeout_box
1f962 chopsticks
1f963 bowl_with_spoon
1f964 cup_with_straw
1f965 coconut
1f966 broccoli
1f967 pie
1f968 pretzel
1f969 cut_of_meat
1f96a sandwich
1f96b canned_food
1f96c leafy_green
1f96d mango
1f96e moon_cake
1f96f bagel
1f970 smiling_face_with_3_hearts
1f971 yawning_face
1f972 smiling_face_with_tear
1f973 partying_face
1f974 woozy_face
1f975 hot_face
1f976 cold_face
1f977 ninja
1f978 disguised_face
1f979 face_holding_back_tears
1f97a pleading_face
1f97b sari
1f97c lab_coat
1f97d goggles
1f97e hiking_boot
1f97f womans_flat_shoe
1f980 crab
1f981 lion lion_face
1f982 scorpion
1f983 turkey
1f984 unicorn unicorn_face
1f985 eagle
1f986 duck
1f987 bat
1f988 shark
1f989 owl
1f98a fox fox_face
1f98b butterfly
1f98c deer
1f98d gorilla
1f98e lizard gecko
1f98f rhinoceros
1f990 shrimp
1f991 squid
1f992 giraffe_face
1f993 zebra_face
1f994 hedgehog
1f995 sauropod
1f996 t-rex t_rex
1f997 cricket_2
1f998 kangaroo
1f999 llama
1f99a peacock
1f99b hippopotamus
1f99c parrot
1f99d raccoon
1f99e lobster
1f99f mosquito
1f9a0 microbe
1f9a1 badger
1f9a2 swan
1f9a3 mammoth
1f9a4 dodo
1f9a5 sloth
1f9a6 otter
1f9a7 orangutan
1f9a8 skunk
1f9a9 flamingo
1f9aa oyster
1f9ab beaver
1f9ac bison
1f9ad seal
1f9ae guide_dog
1f9af probing_cane
1f9b4 bone
1f9b5 leg
1f9b6 foot
1f9b7 tooth
1f9b8-200d-2640 female_superhero
1f9b8-200d-2642 male_superhero
1f9b8 superhero
1f9b9-200d-2640 female_supervillain
1f9b9-200d-2642 male_supervillain
1f9b9 supervillain
1f9ba safety_vest
1f9bb ear_with_hearing_aid
1f9bc motorized_wheelchair
1f9bd manual_wheelchair
1f9be mechanical_arm
1f9bf mechanical_leg
1f9c0 cheese cheese_wedge
1f9c1 cupcake
1f9c2 salt
1f9c3 beverage_box
1f9c4 garlic
1f9c5 onion
1f9c6 falafel
1f9c7 waffle
1f9c8 butter
1f9c9 mate_drink
1f9ca ice_cube
1f9cb bubble_tea
1f9cc troll
1f9cd-200d-2640 woman_standing
1f9cd-200d-2642 man_standing
1f9cd standing_person
1f9ce-200d-2640 woman_kneeling
1f9ce-200d-2640-200d-27a1 woman_kneeling_facing_right
1f9ce-200d-2642 man_kneeling
1f9ce-200d-2642-200d-27a1 man_kneeling_facing_right
1f9ce-200d-27a1 person_kneeling_facing_right
1f9ce kneeling_person
1f9cf-200d-2640 deaf_woman
1f9cf-200d-2642 deaf_man
1f9cf deaf_person
1f9d0 face_with_monocle
1f9d1-200d-1f33e farmer
1f9d1-200d-1f373 cook
1f9d1-200d-1f37c person_feeding_baby
1f9d1-200d-1f384 mx_claus
1f9d1-200d-1f393 student
1f9d1-200d-1f3a4 singer
1f9d1-200d-1f3a8 artist
1f9d1-200d-1f3eb teacher
1f9d1-200d-1f3ed factory_worker
1f9d1-200d-1f4bb technologist
1f9d1-200d-1f4bc office_worker
1f9d1-200d-1f527 mechanic
1f9d1-200d-1f52c scientist_2
1f9d1-200d-1f680 astronaut
1f9d1-200d-1f692 firefighter
1f9d1-200d-1f91d-200d-1f9d1 people_holding_hands
1f9d1-200d-1f9af-200d-27a1 person_with_white_cane_facing_right
1f9d1-200d-1f9af person_with_probing_cane
1f9d1-200d-1f9b0 red_haired_person
1f9d1-200d-1f9b1 curly_haired_person
1f9d1-200d-1f9b2 bald_person
1f9d1-200d-1f9b3 white_haired_person
1f9d1-200d-1f9bc-200d-27a1 person_in_motorized_wheelchair_facing_right
1f9d1-200d-1f9bc person_in_motorized_wheelchair
1f9d1-200d-1f9bd-200d-27a1 person_in_manual_wheelchair_facing_right
1f9d1-200d-1f9bd person_in_manual_wheelchair
1f9d1-200d-1f9d1-200d-1f9d2 family_adult_adult_child
1f9d1-200d-1f9d1-200d-1f9d2-200d-1f9d2 family_adult_adult_child_child
1f9d1-200d-1f9d2-200d-1f9d2 family_adult_child_child
1f9d1-200d-1f9d2 family_adult_child
1f9d1-200d-2695 health_worker
1f9d1-200d-2696 judge
1f9d1-200d-2708 pilot
1f9d1 adult
1f9d2 child
1f9d3 older_adult
1f9d4-200d-2640 woman_with_beard
1f9d4-200d-2642 man_with_beard
1f9d4 bearded_person
1f9d5 person_with_headscarf
1f9d6-200d-2640 woman_in_steamy_room
1f9d6-200d-2642 man_in_steamy_room
1f9d6 person_in_steamy_room
1f9d7-200d-2640 woman_climbing
1f9d7-200d-2642 man_climbing
1f9d7 person_climbing
1f9d8-200d-2640 woman_in_lotus_position
1f9d8-200d-2642 man_in_lotus_position
1f9d8 person_in_lotus_position
1f9d9-200d-2640 female_mage
1f9d9-200d-2642 male_mage
1f9d9 mage
1f9da-200d-2640 female_fairy
1f9da-200d-2642 male_fairy
1f9da fairy
1f9db-200d-2640 female_vampire
1f9db-200d-2642 male_vampire
1f9db vampire
1f9dc-200d-2640 mermaid
1f9dc-200d-2642 merman
1f9dc merperson
1f9dd-200d-2640 female_elf
1f9dd-200d-2642 male_elf
1f9dd elf
1f9de-200d-2640 female_genie
1f9de-200d-2642 male_genie
1f9de genie
1f9df-200d-2640 female_zombie
1f9df-200d-2642 male_zombie
1f9df zombie
1f9e0 brain
1f9e1 orange_heart
1f9e2 billed_cap
1f9e3 scarf
1f9e4 gloves
1f9e5 coat
1f9e6 socks
1f9e7 red_envelope
1f9e8 firecracker
1f9e9 jigsaw
1f9ea test_tube
1f9eb petri_dish
1f9ec dna
1f9ed compass
1f9ee abacus
1f9ef fire_extinguisher
1f9f0 toolbox
1f9f1 bricks
1f9f2 magnet
1f9f3 luggage
1f9f4 lotion_bottle
1f9f5 thread
1f9f6 yarn
1f9f7 safety_pin
1f9f8 teddy_bear
1f9f9 broom
1f9fa basket
1f9fb roll_of_paper
1f9fc soap
1f9fd sponge
1f9fe receipt_2
1f9ff nazar_amulet
1fa70 ballet_shoes
1fa71 one-piece_swimsuit one_piece_swimsuit
1fa72 briefs
1fa73 shorts
1fa74 thong_sandal
1fa75 light_blue_heart
1fa76 grey_heart
1fa77 pink_heart
1fa78 drop_of_blood
1fa79 adhesive_bandage
1fa7a stethoscope
1fa7b x-ray x_ray
1fa7c crutch
1fa80 yo-yo yo_yo
1fa81 kite
1fa82 parachute
1fa83 boomerang
1fa84 magic_wand
1fa85 pinata
1fa86 nesting_dolls
1fa87 maracas
1fa88 flute
1fa89 harp
1fa8f shovel
1fa90 ringed_planet
1fa91 chair
1fa92 razor
1fa93 axe
1fa94 diya_lamp
1fa95 banjo
1fa96 military_helmet
1fa97 accordion
1fa98 long_drum
1fa99 coin
1fa9a carpentry_saw
1fa9b screwdriver
1fa9c ladder
1fa9d hook
1fa9e mirror
1fa9f window
1faa0 plunger
1faa1 sewing_needle
1faa2 knot
1faa3 bucket
1faa4 mouse_trap
1faa5 toothbrush
1faa6 headstone
1faa7 placard
1faa8 rock
1faa9 mirror_ball
1faaa identification_card
1faab low_battery
1faac hamsa
1faad folding_hand_fan
1faae hair_pick
1faaf khanda
1fab0 fly
1fab1 worm
1fab2 beetle_2
1fab3 cockroach
1fab4 potted_plant
1fab5 wood
1fab6 feather
1fab7 lotus
1fab8 coral
1fab9 empty_nest
1faba nest_with_eggs
1fabb hyacinth
1fabc jellyfish
1fabd wing
1fabe leafless_tree
1fabf goose
1fac0 anatomical_heart
1fac1 lungs
1fac2 people_hugging
1fac3 pregnant_man
1fac4 pregnant_person
1fac5 person_with_crown
1fac6 fingerprint
1face moose
1facf donkey
1fad0 blueberries
1fad1 bell_pepper
1fad2 olive
1fad3 flatbread
1fad4 tamale
1fad5 fondue
1fad6 teapot
1fad7 pouring_liquid
1fad8 beans
1fad9 jar
1fada ginger_root
1fadb pea_pod
1fadc root_vegetable
1fadf splatter
1fae0 melting_face
1fae1 saluting_face
1fae2 face_with_open_eyes_and_hand_over_mouth
1fae3 face_with_peeking_eye
1fae4 face_with_diagonal_mouth
1fae5 dotted_line_face
1fae6 biting_lip
1fae7 bubbles
1fae8 shaking_face
1fae9 face_with_bags_under_eyes
1faf0 hand_with_index_finger_and_thumb_crossed
1faf1 rightwards_hand
1faf2 leftwards_hand
1faf3 palm_down_hand
1faf4 palm_up_hand
1faf5 index_pointing_at_the_viewer
1faf6 heart_hands
1faf7 leftwards_pushing_hand
1faf8 rightwards_pushing_hand
203c bangbang double_exclamation
2049 interrobang
2122 tm trademark
2139 info information_source
2194 left_right swap left_right_arrow
2195 up_down arrow_up_down
2196 upper_left north_west arrow_upper_left
2197 upper_right north_east arrow_upper_right
2198 lower_right south_east arrow_lower_right
2199 lower_left south_west arrow_lower_left
21a9 reply left_hook leftwards_arrow_with_hook
21aa forward right_hook arrow_right_hook
231a watch
231b times_up hourglass_done
2328 keyboard
23cf eject
23e9 fast_forward
23ea rewind fast_reverse
23eb double_up fast_up arrow_double_up
23ec double_down fast_down arrow_double_down
23ed next_track skip_forward black_right_pointing_double_triangle_with_vertical_bar
23ee previous_track skip_back black_left_pointing_double_triangle_with_vertical_bar
23ef play_pause black_right_pointing_triangle_with_double_vertical_bar
23f0 alarm_clock
23f1 stopwatch
23f2 timer timer_clock
23f3 time_ticking hourglass hourglass_flowing_sand
23f8 pause double_vertical_bar
23f9 stop_button black_square_for_stop
23fa record black_circle_for_record
24c2 metro m
25aa black_small_square
25ab white_small_square
25b6 play arrow_forward
25c0 play_reverse arrow_backward
25fb white_medium_square
25fc black_medium_square
25fd white_medium_small_square
25fe black_medium_small_square
2600 sunny
2601 cloud overcast
2602 umbrella
2603 snowman
2604 comet meteor
260e phone telephone
2611 checkbox ballot_box_with_check
2614 umbrella_with_rain umbrella_with_rain_drops
2615 coffee
2618 shamrock clover
261d wait_one_second point_of_information asking_a_question
2620 skull_and_crossbones pirate death hazard toxic poison
2622 radioactive nuclear radioactive_sign
2623 biohazard biohazard_sign
2626 orthodox_cross
262a star_and_crescent islam
262e peace peace_symbol
262f yin_yang
2638 wheel_of_dharma buddhism
2639 sad big_frown white_frowning_face
263a smiling_face relaxed
2640 female_sign
2642 male_sign
2648 aries
2649 taurus
264a gemini
264b cancer
264c leo
264d virgo
264e libra
264f scorpius
2650 sagittarius
2651 capricorn
2652 aquarius
2653 pisces
265f chess_pawn
2660 spades
2663 clubs
2665 hearts
2666 diamonds
2668 hot_springs hotsprings
267b recycle
267e infinity
267f accessible wheelchair disabled
2692 at_work hammer_and_pick
2693 anchor
2694 duel swords crossed_swords
2695 medical_symbol staff_of_aesculapius
2696 justice scales balance
2697 alchemy alembic
2699 gear settings mechanical engineer
269b atom physics atom_symbol
269c fleur_de_lis
26a0 warning caution danger
26a1 high_voltage zap
26a7 transgender_symbol
26aa white_circle
26ab black_circle
26b0 coffin burial grave
26b1 funeral_urn cremation
26bd football soccer
26be baseball
26c4 frosty snowman_without_snow
26c5 partly_sunny partly_cloudy
26c8 thunderstorm thunder_and_rain thunder_cloud_and_rain
26ce ophiuchus
26cf mine pick
26d1 helmet hard_hat rescue_worker safety_first invincible helmet_with_white_cross
26d3-200d-1f4a5 broken_chain
26d3 chains
26d4 no_entry wrong_way
26e9 shinto_shrine
26ea church
26f0 mountain
26f1 beach_umbrella umbrella_on_ground
26f2 fountain
26f3 hole_in_one
26f4 ferry
26f5 boat sailboat
26f7 skier
26f8 ice_skate
26f9-200d-2640 woman-bouncing-ball woman_bouncing_ball
26f9-200d-2642 man-bouncing-ball man_bouncing_ball
26f9 ball sports person_with_ball
26fa tent camping
26fd fuel_pump gas_pump petrol_pump fuelpump
2702 scissors
2705 check all_good approved white_check_mark
2708 airplane
2709 email envelope mail
270a fist power
270b hand raised_hand
270c peace_sign victory v
270d writing writing_hand
270f pencil pencil2
2712 black_nib
2714 check_mark heavy_check_mark
2716 multiplication multiply heavy_multiplication_x
271d cross christianity latin_cross
2721 star_of_david judaism
2728 sparkles glamour
2733 eight_spoked_asterisk
2734 eight_pointed_black_star
2744 snowflake
2747 sparkle
274c cross_mark incorrect wrong
274e x negative_squared_cross_mark
2753 question
2754 grey_question
2755 grey_exclamation
2757 exclamation heavy_exclamation_mark
2763 heart_exclamation heavy_heart_exclamation_mark_ornament
2764-200d-1f525 heart_on_fire
2764-200d-1fa79 mending_heart
2764 heart love love_you
2795 plus add heavy_plus_sign
2796 minus subtract heavy_minus_sign
2797 division divide heavy_division_sign
27a1 right east arrow_right
27b0 loop curly_loop
27bf double_loop voicemail
2934 heading_up arrow_heading_up
2935 heading_down arrow_heading_down
2b05 left west arrow_left
2b06 up north arrow_up
2b07 down south arrow_down
2b1b black_large_square
2b1c white_large_square
2b50 star
2b55 circle o
3030 wavy_dash
303d part_alternation part_alternation_mark
3297 congratulations_2
3299 secret_2
`;
