"""What alerts come to for each e-mail account, kept by a trigger, so that its page reads no alerts."""

from tortoise import BaseDBAsyncClient

RUN_IN_TRANSACTION = True


async def upgrade(db: BaseDBAsyncClient) -> str:
    return """
        ALTER TABLE "email_accounts" ADD "open_detections" INT NOT NULL DEFAULT 0;
        ALTER TABLE "email_accounts" ADD "last_seen" TIMESTAMPTZ;
        COMMENT ON COLUMN email_accounts."open_detections" IS 'its alerts that nobody has closed';
COMMENT ON COLUMN email_accounts."last_seen" IS 'the newest of its alerts; null while it has none';

-- Whoever writes alerts of an account holds its row, so no two writers wait for each other here.
-- Planned anew each time: one statement brings one alert, another fifty thousand.
CREATE FUNCTION count_alerts_of_email_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format($statement$
        UPDATE email_accounts AS kept SET open_detections = kept.open_detections + changed.open,
            last_seen = CASE
                WHEN changed.lost IS NULL OR changed.gained >= changed.lost THEN greatest(kept.last_seen, changed.gained)
                WHEN kept.last_seen > changed.lost THEN kept.last_seen
                ELSE (SELECT max(alerts.last_seen) FROM alerts
                    WHERE alerts.account_id = kept.account_id AND alerts.email_account_id = kept.id)
            END
        FROM (
            SELECT account_id, email_account_id, sum(open) AS open, max(gained) AS gained, max(lost) AS lost
            FROM (%s) AS rows WHERE email_account_id IS NOT NULL
            GROUP BY 1, 2 HAVING sum(open) <> 0 OR max(gained) IS DISTINCT FROM max(lost)
        ) AS changed
        WHERE kept.account_id = changed.account_id AND kept.id = changed.email_account_id
    $statement$, concat_ws(' UNION ALL ',
        CASE WHEN TG_OP <> 'DELETE' THEN 'SELECT account_id, email_account_id, (NOT is_closed)::int AS open,
            last_seen AS gained, NULL::timestamptz AS lost FROM new_rows' END,
        CASE WHEN TG_OP <> 'INSERT' THEN 'SELECT account_id, email_account_id, -(NOT is_closed)::int AS open,
            NULL::timestamptz AS gained, last_seen AS lost FROM old_rows' END));
    RETURN NULL;
END $$;
CREATE TRIGGER email_accounts_raised AFTER INSERT ON alerts REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_alerts_of_email_accounts();
CREATE TRIGGER email_accounts_changed AFTER UPDATE ON alerts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_alerts_of_email_accounts();
CREATE TRIGGER email_accounts_removed AFTER DELETE ON alerts REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_alerts_of_email_accounts();

-- After the triggers: to create them waits for who writes alerts now, so none is missed and none counted twice.
UPDATE email_accounts AS kept SET open_detections = found.open, last_seen = found.last_seen
FROM (
    SELECT account_id, email_account_id, count(*) FILTER (WHERE NOT is_closed) AS open, max(last_seen) AS last_seen
    FROM alerts WHERE email_account_id IS NOT NULL GROUP BY 1, 2
) AS found
WHERE kept.account_id = found.account_id AND kept.id = found.email_account_id;"""


async def downgrade(db: BaseDBAsyncClient) -> str:
    return """
DROP TRIGGER email_accounts_removed ON alerts;
DROP TRIGGER email_accounts_changed ON alerts;
DROP TRIGGER email_accounts_raised ON alerts;
DROP FUNCTION count_alerts_of_email_accounts;
        ALTER TABLE "email_accounts" DROP COLUMN "open_detections";
        ALTER TABLE "email_accounts" DROP COLUMN "last_seen";"""


MODELS_STATE = (
    "eJztPWtz2ziSfwWlL5OpUlKJnXhyztVVybaS0caWvJI82ex6i6ZFWOKaIngkZcW7N//9ug"
    "FS4lsk9TCkoGpqZkyiAaobQL+7/9OYMoNa3pvWaMRmtt84Jf9p2PqUwv8kXzVJQ3ec5Qt8"
    "4Ov3Fh+ri0H8oX7v+a4+wskedMuj8Mig3sg1Hd9kNo7u2ZT41NZt/w25uxuxqaPbzxque3"
    "dHTI941CcPzCXMHeu2+W8d4TyiW8ymb3AFg41gCdMeb2KymW3+74xqPhtTf0JdmPIf/4TH"
    "pm3QH9QL/3QetQeTWkYMQ6aBE/Dnmv/s8Gc3N52Lz3wkfui9NmLWbGovRzvP/oTZi+GzmW"
    "m8QRh8N6Y2dXWfGhHU2TPLCrAcPhJfDA98d0YXn2osHxj0QZ9ZSIDGfz/M7BH+ZHLvUn00"
    "sczxxH/zaPpvTIPavgkf73pvbDrXTON/gk+OgGtatzfUBu2hpjVSdMRPS1AjeDQCFMMeMH"
    "FHAML+FPMuEcWfNnCB899b/VfHJ79y1DDPH7v8JUdj408OqPu6AOXEWGL/EX53Gv/nE91t"
    "27Mpp0EHPkO3RzRFixA2QQ346Dp0CB8sCbHc+CEqQ2SVR2+j073o/NG5uGldnhKY+tbu9b"
    "+0up2/t4adXvcUN3TyMGSjvzHVf2gWtcf+BP48LqDGH62+IAinB4NTLI53N3hxhG+QKksq"
    "RA9cmhpD+sPPPg1JuFqUCPb7lgmxiX0+bP9tiDNPPe9/rShKX121/saxPX0O3lz2ul/C4R"
    "ESnF/2zpK4hyMNuNF0P435C3jjm1Oag/0YZAL3RgD6Jvwfec7ERkjRuWoPhq2r6xg9LlrD"
    "Nr45itEifPrqJHEiFpOQb53h7wT/JH/vddvJe2wxbvj3Bn6TPvOZZrO5phtRnISPw0d/Is"
    "95eIzce/jgXh89znXX0GJvIhybTu/hOp+YjpfeEGcB8OevfWpxLphB+oDnXy0m2l/SL58G"
    "FwXHKTtieUhNv5oeTZNPdFsf85+Ea+NKAcbaU920zi3dnGbJUJG3hWIUxXHaCAeWFKW+TR"
    "ix2NgDBkHmpj8huk1ga8Hu8+BXTygBMYc4lj6iZA7SDSX0Na4RjqEgCcFDQTqij1zmoWwE"
    "7wOBLi1v7WTFNYQygcNH+pwtG2TfhzGgzQgFq4WzLZ6BOMs/+vC+BNOHUblsn78rFsdmHn"
    "W1ahJxBGSTYnH6/tkl6usLu6k7P47cNGY/M5eaY/srfU5Ju9n3+k0wzV5iNHWhw2NXny+u"
    "gOh2gp8OP5j64ti3Bueti3bjz3weuk3W0LGfTF8PfnSKNUTeFrIGczGuJGdoLa5luJV1n8"
    "x1uGe9R2oQn5F/Mbi98eIWl+4b0rOtZ357D35vvT76cELYAzF9AGWP1P7FI65uG2xKHN31"
    "Ual+pI6fZg27WTKDN/wjNEAE5F9e5/9Uurws11sR84iTrywV4lDbZSGyaC8rkZyQhKro5A"
    "sAmc0i0mrjsgieL4z2rYmeS0y7zMqwNZWz/IWwMuO60fvWbfdPCZvD19zarW7r8vtgeArc"
    "U7eePf/W/qPT/oYDnkw6FxJdVbp8LEGVj7k0+ZikiGGOqZdhhcrf+EuIg1O3Tsps+ZP8HX"
    "+S2vBc+KOGdp9xtxQIKTEo+dljA4VBFOLJfMJI8PXlNvdmGKayp9ZipvtgT40x6h+OCdPV"
    "IHMcUpFZOjJXMJtvU+W/NJ8ot/kW+NVTY5pF6r8FozUhLFbztYNOHhpgBZxQzekP0/O9Jr"
    "kXKrgFf4kXoKFHPeVk5lhMN0CFt3QY8spz6AgUzZF46VGhjx41yefWX8m7XzNtArtef3cG"
    "gjNz3LFzlKlMpdQUdI7eCoGcIq9sM8ZPeP1fR0fHx78dvT0++fjh/W+/ffj49iOM5d+bfv"
    "VbwT1y1vnS6SbUKXygDAQvYyBQGuuWNFZJedElXLVl+BEfV5EnaXiPl/ZcUjt12/NL3meW"
    "ASqAOZqEJuE4B/EE98hyTW5iyjV8j7LdUpWMynwl/Nf7PTMev5jncX/CjyowBc/8d4ZxLV"
    "fMCYevFnT2gRMIWefo3fvf3n88Pnm/EHEWT4okm1CKiezMQHitoWomQJWuqXTNbP4eidXK"
    "4OrxSK58Xp4IHSuhV3JL3S9eEOoT9+2mtcBVo4t0Nv4eIxeUM1cijpHPj5V7Rjb3jDJsHy"
    "wXakqsfshL2grysIpr3GJcY4TDrxnaGLGi7+c2XRneGD+n2RGOyY27AcSqmNGXEOqZbfpA"
    "KYNb5BpZgn18RLFwH44V1rrSEv7DzEVhPB7UqQcueh2tZnPdH02o8YmYPEYz+JMwG4V8/s"
    "hx2RM8uX8m3N72ChaB7bfw3BxnuYx2uLAKJj08/UOJQT+ZGLSH6FSxuSo292A8nVFMP1EX"
    "eUcdW0MCdAPGhv1x0OydrUGZlA6WzJI4Nno2HcIGGGI6WCNDA4q9L9R/mA0SPgzVeGpZaf"
    "WHjw4y2Zj76HHtoimKyWCO88wFbMMDzII2bZG7hls3N7OtXBLd7tZdHenwn8aSWDF5TnxD"
    "A4fTHw4qaTwzMZghoFRwPMKzzZWpH4B2/sefSntS2tNeX+YVxP3wvGRKn6u9YhFwmeXQxh"
    "/tfufzd6191epcnhIuzz0Lm9Ot3W8j1HVrMPjW61+cEkAW9TVH9zy45Ixb+6r1pXOuXXa6"
    "X0/JVB+bI80y7cdbe9DuXmiXvS+drnbeu2ifEo/ahmaxsWkDhgwKkL1uZ9jrh8sG1i5toT"
    "FVlYvfnZQQi98lufJSKsZXKj1qh+lRh63d8bSomCXUFKn1cBAwsrHOFt+K6qdUgoNVCfY3"
    "fUoSF+neURmE/Vphi56y3+wLfZU9fwVRD6hek5QRDZI636911wd8txzHChINGxnmp4xRzS"
    "IjlCPGa/oSoEIlpyUQ1lK6pyM2BaGQBJN+Cgega3yiP1Fis0W+ZV7OZHay5vZWUoWW99Qi"
    "9GC6nl+5wG8cSmYFS1qvJaauVcZ7DEihva6zuArKlW9+HXQ7gLJKO3wBoNBdA92+6WelZ+"
    "SjewGg0F2nRvtL1sdXyBdIrJjTmgRTua0Zua0hktBLU2djh3BqY9fhmS59oC4NjAelGWcM"
    "SiFetdxQ1lHpwp64zS/D3hTaAvMtTGhOKx3c5MBYZvNKi0E3h09kbLF7HSjrm6Jk9zJHG9"
    "ModLJMEs8KW9rAjMpEtKcmIqUy75QLKYucssj9TGgPo8S0ie5NKkm8SUCF/hroN6cgqmgz"
    "t9INHwNS3f3q3DX2eAY4TCM9P6gtCnMION9qVRQRAbhGwlLmBCrsRTbFLh6J6yGS61A7Aa"
    "roLDOdTU+bPuiAoydzRDVqc8qlKX7GmEV1O4eD5c2RIP09TLItKWLxZLf0Puv1LmOkPusk"
    "OdbN1Vm7/+odpzEMMkXoTtpOHGBR3JVrESI1haJDBTpEtrJHRy714T96Ni1MW3efs0lRNE"
    "uSHM8+9Q7qFjxDIS1KDZAtzjrdVv97tpwXjo9ebmffh+1WPmm4bSwrdrCo1Hw2fC2v1W6I"
    "wVVitARSx0fDILBL4vnUIa/6n8/JydHxx+YieuzDm6Nfk9bGQg/XTirVZxLPobYBH7juwU"
    "pPI/XJauhEXAUiOcVmBNOyCGjcYQ2eZ+qXo+DLnr0Q79VFw9xJlJAos5C4sA6NJqA311IK"
    "cqZQdJeZ7iBPClnSZv4iXNmrL5yumGyHYmrodNpbKRWwKZxjGvA+169Pk7xZFDEqEYOfo5"
    "HFPKoZM5EZQEPcunQEN98a56bi5Erdq0A7sfH5xfTgUvjl9ignPXp1+YG8uXbnTIGX+G1+"
    "o6Jo2ukCr+gOT0kAf2tftDqX30+JAT/m+db+1m5/xT/nlD5azyXVjG3apIM8b4yOo9q7Kv"
    "6WNOQOyVORLtL6XGJIPKqN/iOF/nrRdaafcUkVxJIG4xWqK6MarkO/UhTDAkAhu3r8Aigw"
    "usXL1VRBeQJMIb5GAsDM9t1KdWEiIPIivNEZ9Mjxu5OT1++IbjkT/fVRkzCX0Knj1xJjjs"
    "qUg8kvBpMUY/Yhp+tgNvmD/qMKqoPhCtEq+H83pNgH82CF4P9kANHI0s2pl2H9CKA/f+1T"
    "a1EgIrvQB2/icI4T7S/tU+U+4n6WeIO5+qiKd7Q7RFRllKutj65kldxDQVilFJxEKGs+Rh"
    "FbDP61Gq+YjtMJJ9tLV042TitmKgkU5KQrLfBTnLOkcaKUzFwaTihxzJE/c2msLUzYL7VJ"
    "XPqa2qgz8e4wHlkm15CRbtvMJ/eUjGfU86hBdNvAksg4LrDgpFObdrOkyn3a09wnVTB5Cw"
    "WTYVKfZjWGK4qhiQDVjJjZETIb3+j9dTk1/QVCYpSaU4cae6HmyFkB8kWLU2+w/mOVhPFV"
    "tSJDSTTlmd1spUgZUL/hOpFrZd+30NWdJc+KF4WyLHeTlxRjgbLEgJ/BZaJTQn/AaOtZ9C"
    "90QGx8FcgHTTKBjYemXVi3yeVO/DDySJ+bQdjlr6WaKm57wVv71r67g1F3dyjdYs1y+APE"
    "XVHJHluRwL71KHlgM/cNubsDBNmezuGBtkuoa3HQBn+9JJEhQvCGTYISNC+Ijsg+JZbpgR"
    "z9wNxbkLKxZaTPmIUPLIvNQcZuYgVLHX5FRCb3uAiOHMgjBiMongfjcWLmGjANfO6ITacg"
    "pOO3GmwK25Pn8IoPxRYqZD6hvPvKrS3e4wuXTjHkFVDFQl3hmrk+bALxxcSmT/iVM9fGCg"
    "lYEoF8Y+4j/AIgBGj+ZbtSZvWjjHVriQ+P8lx4goB1+7YgD8ldJ07Vba8W7k7RnXNbqyxi"
    "PDmqt7eOMCfm0G1rqwZ7e4PLKT1V6al7LcpX0FMzm44U6ajZDUck009lTpZKc5jyiVJp2E"
    "Mq7bfjxKeoSFEpjzoCtz8mgkYg7fHOO0IOXduAs3cmA9PTgCvWiPQOoVQId7Xwex4cXwPf"
    "SziF8QoYj8nCZSWkGNAaApKcXsI15aOI5pzGaUH7uzjY4ZWyOfpwXCbi7sNxQQO24+yCNv"
    "Xk/CxYtZnT+VCWqWdFZKzKdArB1HVc4ToGlD5W3MYREKWrJtBZsYCbKt1WO1AUTehVUB2O"
    "V7iukbLlOFVQHQxXmK6O6dDansH/Wq6r5xi8YlAJtKP3ZlvXcdSUOzMt37S9N7jeS1htEb"
    "//+GcOOrMbFxfcywk4VdJ0nYqydWr1ZABLXaFHZnNuwrlWjw4LWKnJ0Li3TIz9xEnJzEY3"
    "M/dkC53rF4+wuU2CQy03rTh+U6TKV+dTgAdxZ8U1+uMyKXTH+Tl0x6kkOg9DBUz/WfNGzM"
    "3A92CqW1auryMNfUi+juOj304W3g38o8ifMbhqXV6m1csFhh70kc/cDLHmL4NedwV2I7BJ"
    "Z4Y58sn/kV3LOLjsS8g4iKtiNp3kyIkbBydIsumpPpqYWZmk+ZSJgKxFkP1hzVvBvGgW4V"
    "GRNVTFvxeH3B8P308ZBMx7U9ShcgxQEVlqInsYxAQ/NoPD5YsPUZjdSQ5vtys2bKz7oePS"
    "J5PNvKDAXDUjdSaw9M6WxiLsVgTzYiivOwUlJqj+Gjz0MFrYYmPTXluPqWDbBgXDHNuUVo"
    "1ui4PtBw1EKjVvtAZK1SPojRiYsm1sr5XtsOEA/XNebLWRF6YfvG6uDNYPqrZWSD3lVZBw"
    "qzM7PAz3FM4BxdZ2zMEdwuPr5xj7fWMbjAAWQUGgIuicP8bMz4mJT5+JN2HznJTT7S21Ot"
    "W0IF54sbK2zcjuxc24s0DkorjBsrGCwSUgbcLNLgMFVSDyTp27sWNZAa1JOIXYzEKqFffq"
    "ZuS6w0ToXK8VRRoF22EUzQt5WzYXRIN4qxVGGgdUKK+G8kCzgFVYlZsjA1R6pWQH94dUyk"
    "fQYidX+1i24FmpfoihJfWP39mcwKc9C2XAizbTnuheEztqo227GWgOqAQY+vMnkazK220D"
    "ecZj1NjZoleLA7+U8Ek84mbqIrtbtkTaK6yoieBg/CuSWRALeof1U8mxShlQysBeM6gKIl"
    "b8lFTg+XFAxfMrJevsTWrUISB7rzKj9h7hyFBTqEYHYV6KZ1ZkYswtKA+qGzfDc5RY0Iw+"
    "n5ijybK+iEfm1KWbSvdEX2CWcaGKW24JcEjRPGu55WTSDbrMz3dL8JcltAKb+WVdEt9EiZ"
    "nQI+QyFMDv2cznUjrOlpbnS8Ks5SSIGsAiReFUVRFVVUTJ76vld2Vz3nTqmzS1Dg8CnT7c"
    "y2lc5qeshOMPIux716kqqhxrLVLsW5AeNcx6VI4BqsbDstFYJvWkFzr7G3k6ynJEc7Wiso"
    "gdqFD0FEtxsgfhROASMf8Hy25GnQyfsG4+Fs2f2QZ/a49odk3TNedbS8tRmo3SbFJiuNJs"
    "lCC+O0VxFN7VcWyW7Ou8gJZZMG/0262LU4J+klv7piv+mtnib5CXB+1Twq36t3a/3btud3"
    "EssCb71m4NBp0v8LeIqChnwN1ue+efJEx9PmFTIrBPxvoTjZrUffaJT4npA8Rm98xYP+O5"
    "yg3kGBw9KfTn2twjEMronuEcUgpqnS27F8pL7OBw0bkGlWOASkGVjcaSKKgXPOxkVYRdxq"
    "hmkaIaFJLcSLgdCdo8hOpmPAYuJ/oNGV8Y/8aD3x4pdTxydxf9DXd3JcLutr58ifC7RLMA"
    "zrjDGBYVcKcC7g6KQ1cvc/syhYMPE6UqoE7Fd6n4LqVqyiKf8hbtLcEGsyTT2PtCmTRWar"
    "ukMNqyCX2NcGHP4IQYKHqNiT3tOVR/hPenfKPf3aEB9e6OA0R6jYmM8jKt43a4NnaR+xYm"
    "rgdTjtgUZFi2aLtWXqptpjJOkDfwNnPTshIvJ9Z6sq1y2WxWRlCy7U4FMXECUvjMr/a4AJ"
    "DaqxBcaaXrbSb7N7wv4RmAUQX9G94nvQMgvFrmU0a1u1UibwhVT+TdmU+Aig6dy5qnhP7A"
    "/p2BPwCEM4sGHgG48K31JbINSsjoUNIWDVSriHQZkNLW02pE+G7AODk1JrpHIumVO3cxSF"
    "OmbodlnoADB41zl0SJnRSTW/+ARKLa5eFbqpXT6acgsyQK30B/osYfJp03MrS95ctCVc/D"
    "YdoTjCup5302LfRQNIM21GjPFztXKF080z5sLI26VaD5iGriOsGvTCtwm5q0hLoUCdYJ6+"
    "xyzCkFSiLZXilQKuZtf9EZ3it1It5CWKk102+9/tfPvf55+5TX9+Qms1v7utcfti4Hp8Rh"
    "rq8LPlNVa313UkJpfZfk90udFV/FiVG1seNaHR1l289x5J68LYHck7e5yMVXceTCj3QrtQ"
    "ZaAMiMXq7c8C8NSwbjqfzFC63LTTI34etnvjDZ8pAGV5+LSA+VnvXyBFSKyI4VkaAUeyNL"
    "DwnfFash0WLupZxN3NzwC3pcngmaT4gJz8iDadFPomwXNdARY8DJNUEYJq+w8WaTD4CHY+"
    "r5v5b1LW1xqRIKSzRtOtZv1KKamF0FNqnApsO6fFUlghfUXlRP402ik9/T1dAZAVHozEJn"
    "wPYyWFl+K8YEYM0+jHuE1G31WEQJqIYuEQFTioRSJHJqADjmV/rcyMr9F28KlQjdMbHlcF"
    "kdgsvzsUCxJpnqBkVZnqfgC78mWjq9N6RnWyKsa/B76/XRh5PwtQvqP5sSR3f9MAAsQ4nY"
    "7lqrawQob4byZtS6RXeppSlnhoToVPbzLdrPvRFzaEaoVst19Rw5dgmSwPCu2/jiei9x3a"
    "LR+x//TKaH5GgE+fs0VxWouVNf1r4V36dlIj9P8gM/T1Jxn5PA5lcWueF4mS8B7uXB6Dti"
    "UV9En4AwJvJvUNhicxsDTUBK9jCQTR/rZRtGxqlRhhj5tEiRQnlzal0a+6CExWLafzgmTF"
    "en2l4Mcm8iSn9KKvPgX5A+6xznJKyitMyUdukTe6xF5zikorJsVJbEdCbqjjRyK5IUm85E"
    "pn9py9mITR2s/JFV8OMTmev+aEINXsMSRSfTI0/URTuNwYNlqI3LGuXc79tdq3RFERUfLJ"
    "N5Yp8tarJcrpWLh1TSrvNadMmlArZew4qUF/qb1tHtjj4cl0qyPC5IsjxOanhB1RW/WgX7"
    "OJTUWOeN31H7Hv5tSFw6Yq5BpjNQxCebSKncSgzlErsacBCX1iRNBFhqCiFxos6mIAx2SS"
    "85qWR6WsDv0+RZlaEcAdxhXZ6QN+9tXR7AXChvVcd5FHKHSF882Vush4iroU4mQJU+KZs+"
    "GTP2TuiontUgDqmoLDOVp6bnwW/V4F+jDF9rMaFTwHtDa6y3YSflQJ7uu9DgA51/rnvkwX"
    "Q9rPbgk7BYws+1SZTf52DJLJUF8dzSzWkj14woXjdLVDQe4cjSXUIZcVz2hEa74NCL+mwY"
    "G+dY+ogSuCxcmrwZPKK72DIH9yHRRy7zsA6JFZoHvazeoltcaY04vJc3sUgUwLBBs4qyFK"
    "oyw/uNUnFb1eD7MUDF9hXbz2b7Z+hBy2L44kUhq7/n3rcKzfUck45EOzyeHvuG3Ni+aZG7"
    "u6ABx90devA8KuqrWvojJS4GYBmMi/6iJl/Sl/f+zX9leA63v1ym8xDXafCDg93LU27DWL"
    "M+4W3znzXqMEA1Dt1Jiz6V8ovvdpHyG+yCFAVy0b8EUOW1Mwyfnq9jW8+HBy/LBVO0r5OQ"
    "MqN3mY4o1z6PhCfaRi0qxOEUDdahQYJ7VLzlk7C1aLHDYqP8Q3kinPh0k/KwbDQNToMYIB"
    "6iLWL6ZaWZZdpZ+R65dFqMl7Yg74uxAmEwroLMCIRCZxKde9EIpGqxaJvOw2LRcFdU6aKy"
    "ccElWuCoJIZjMNIi+cV2rK9bVkbxub8Met1sfC4AksYQc+ST/yO7TqDDZatGVza8R9PxeG"
    "SrS/8VFGzHvCWX6h5b3y2GyIvZTFJhOckInGbcGIITpIOnanXlVD05m/Iar1SJm40afFO2"
    "wDh206j9zFxqju2vVKQJR+vJJhAaWPMuqf74OZhqP9G6fLo8zq4+X9i8opuKYUMLi4r4qf"
    "PW4Lx10RZGst0bWDuBrtXIsLEu3jWLzKxLlaesOxUrpS/7X4kkCa8Zej6BXywzXMtkYWxi"
    "whKpFo+wwfh/6XOx4TQ2sLkjq6lK4tjkjddUrtnd+hHDM5OOL1hdlTyElTpovX3V6lyeEt"
    "7c69a+6MGf3VOyDJOoGoXwsUQMwsfcCISPybSOoI9X2fCOYLjUGF92KCPMJWEyTX2Mb6Vn"
    "2YuGJOyP1lGl3151e/N6ZuYS+/lQXYsqAPQnUKYliQQJlZE2P6wF2ko7PM0rVZaIg2m12j"
    "IMwjBdNhfNnkRoJRlNdHtMvTALLUz5jjiCykWEbGH+DVdeHEx1y1o7NGMzCsa77d6ex0e/"
    "nSzuS/yj6IYcXLUuL1dHWzzp1iyrOWkBY1qAyOyLlpAzSXJloVUr66bizwsvKKxZXr7eBe"
    "w4i41nlMCV4D6LBjD8shDfGV4dv+tPlHTIGTaJuJ7baBnhujnhH1C24MVWF1O1YvfUKPKy"
    "hTi3EcvH4zo8fiJrd7l+W6YmJ4zK1xjfpqpyAtPPMrnnJ/gvAGTW1jciTW+vtkKVrb1m6o"
    "tkSvkOSoocvO3vvHd11rvsDIanWC/qnqEv/9YeDNuty3Zfu+x9OYWLhmIoiAas9dYets4u"
    "29rFzdU1bAf8Vs2YTZ1b+6rzt/bFKZmaP0oHimy5f6HgYxpq59l6f/YRSYAVKf37d2IKcI"
    "w6fDKyyTBqmU2icMpoIp3RpBmX+uvWw0iAKkJLTWhnbmvcalNNy4+BHUwk3Y4N0NGPrSAc"
    "J8B2J0Y0XkC/246AjCrhyNI9Lyt2PD/eMQknR9jjS/UN2Epo4z6WvzqEmmMP+r1rjjhiKq"
    "M9DqvqjlXDvEdtz/TNpyw7+wrEx0AV3qvh3QXx062z3SOACucV97qjT7WQP1bc61FQhfdq"
    "eJ/q1lx3a9wwEUCF84p7fWkeq7Hb48AK9xVxP7tffKD24NI6vDVrCkWHCnSAvcs0R/czIt"
    "vyldsY0CE4I3at2+o+fM/9rKpRIQGmMF8O8xWiNuIJSBl2h7MA7PPXPrX0HEocbvLRn9sO"
    "a+H4ygltCXFZHN6iLShXrjgTDhfFkhC6yXvf2Zjbk9GKmFfHIFjJnz5Rlz/C78wuw7SpiT"
    "NTiKwg1Cdo6Kj6tOxFNEtew84z09bdnNanuS07F6Va9vNuyRRsAgPk4sqHG/+s0231v2ff"
    "+WcZBsuz78N2q1Q733xGe1DtfHct3HjmvyuGo4YQMkejyl8ZKT/cJSfXag9CXGqGE20+IM"
    "UwQdUfZVzdBY6oJYgcPqg6pTek9UF5fmZsULnorgWwzHu/0b/pdjvdL6fEndk24B7TO7tt"
    "TO60acmLaJupnby2YK3okzikCj6ROvjkwbRNb1KLzglQVc9GZjpz3bmaehgBUYUHiuvZhP"
    "p6HLW16tnsL0pX1rKJbKhYLZs+7O5+53xYVMwmEjy8rM9d33i3qAN+IKjeruWOsUdEbiPL"
    "che+axZa7mCUhh9T0nKHWa28AirgghvZLEtkt2JpVF9/pDYxQfSlD3DCsIZPmJnL34v6Pd"
    "mpspuYdHW2WayuT7yESyRvfZ0iP3i1R9ZYZCbDIqp20MEZFlXtoC1U/IiemUp7Owam0JrM"
    "7RHsGa5HX7fSiM21EqbgDiakfWPFYUMUhRaCipgNwRRif4Y60S+GTFXTp84Nu3cGBWU4Ol"
    "w6S1IIpYW37JVuWtcMY+w5DVIKaHpQs0gT5Te3hiX+NCcAKKmT3jjEZ0EjTZ3MPOqSCSiG"
    "91iqxGeWEZYwCWrzo4K5LC57/0xwzSZqmLwzp2sAPIwZsenUzGrquf3lShSvxWW5TrlOAI"
    "rqzLVZn7DSE3eq0IRnoAJGIyAKnUnxcOZ6LKN7XH64zhJCan+uTsSH4jV7dyeu5bu7cp7c"
    "XQfxIAOpIbhFwJTQpoS2TKENRbEsOY0/LxTNUGKpENnLyzSDiMSbnFM4efYb0gFJyIeLRH"
    "RAhTNoNIln2iNKLNN+FD1mRrCyh4KR6RPmgDRlMOZ6Tf5uzLBkJo43+RzwjeYTSGAZ3oSX"
    "+YSKvofteBu24tFQrgflengpHsFXJA/Aux3KHIuC2sVA23qixGahTrU2I98HkXNH6Ab0eu"
    "L2DAp/wj2H8aqows7sIO3vHt20Lh2ZjglniPgz18bRD7skxMHXmPuj3e98/q4FbSZ48Y5n"
    "Leg2Meh86Wo31xqKK9rXbu9bNxyHNVi1maNhEVeNJ76EMP02rnTdGgy+9foXp0A/j/qao3"
    "venLnGrR2+0YAI3S9Yli58p4mK1TDmqvWlc65ddrpfT2GPjM2Rhpzz1r7sgU6snfcu2qfE"
    "YmMTyx8ZFMZ/bgVPpw965Fm7iwXxLsRjaiNmDfHmojOIvDJML3jXb5/3ACPf+XQD7bzfBm"
    "GO/4oRA9w888k9LeB4ifHazSA1VoNjCeMG7cGg0+tqg2Hvst0F/AkGqXkgUFP71m6dn/du"
    "ukPton3Z5guG96eIkeF46w+77b7Wur6+7Jy3hjAbos71YRdpIFJZWPwDpswcqcF3tjt/CG"
    "ynQDT4YgoiBqyChQWHA63f6vCfInQYTbSYDN4C7r60sSShMKSJ9BWkTe+rdtY6/6qJINZF"
    "wAf3OoWdS/BDkPhXHcAHhr4GLSlEE1NtagJaRCAsH33Zw4WCMRbDdYL9etXrdoa9fvsisX"
    "OnzDZ9BsJSuB873T86wwBdpv1k+gGWrtqYQbvchVOKLcqXe7B13dG+tr8vt4DumNojfV7S"
    "fnBzfd0DfPTbf73hCPFmjsMAJS6FE1u6Y28shPf4qEQM7/FRbhAvvko1lBX3ZxWFOwYk8/"
    "UlbZLMFA44qEeZPDwf73EomRHPqxxfic993bkQYVSY2/gMIsQzGemuy1sM9D+fkw/HR2LH"
    "ykcmkDT+lZn2kU+jCIjMBJL2ZMDyPtwsmlCNs5wF+bmSadiaOZP7Y3naVsqkctLXOhH7YA"
    "eMXXB4XGpk8CzBlJ1XZvo+gJBbLwQjCqhoLDuNZ1mFw/KFlAiIxFVkGlgQg4cneNTFuhi6"
    "7c3R0i26w7CZeAmoQoOyPBKkRI4WapzDH40cd0vwtrnK6QIXATdslPO9hB3HBCT3ZYg6KD"
    "xGBV0Yzsx10MAX6Ud2Kv4IYlYs3fOB6LYBpHxDerb1DOCgXcN0wqCAjo9H6vj5/c52tnqF"
    "KBk8bmJxVbFFeTcOS/TdB+/FYaIzvFJS6CznhoiAy2ywaHDrfmDYv7WF7f6UCLN9HVvqhs"
    "shqNpOL2OokEKD3SM67J16Q384JkxXg8ZxSEVmqcmMjtAaNI6AKSuFbPSVRBHuBx73PFU4"
    "9r5ZpAzH/fzl1OGW0EG5gokimMED+zCWSCfos8ZetQzU0geYhblNHtpXUefdzhLVFFtViV"
    "Q+HUHptUqv3V905mlUBS1y8/QpqTTZ8jljMX315H0JhfXkfa7Giq+Uj/cnkbyUZH3Y9JVE"
    "sh7Q0cw1/ef2E+WVxlKidXxAoWztBUM1imMr5PlYpk0Xyc4zw/TRRviG3N0Z1NdN6+6O2L"
    "yq/oTBTwKBFxZyaYYUveZca1X9mgBe4ACFB27NKl2F6Thh2Hl0SZWXoyR8JeFLLOHvD/vc"
    "SPJMNir3IWGmpnD/vow36n2+O+p9yh+V4ChVJL8EqBLvpRP/YrXJluFPZcO/IiDydibnKQ"
    "QjC9NMfvFA7PLnzH2UL9grxR5AUq6WTROHkpcg0qYMCNk8jfKC3hwLCNWao5gcJVtzSKOP"
    "cgWmkamJilfNYh00UICapZVPNn5t2oTZPOjQoE8mulb69AEQNCE+e6Q26IkuJR5POyS6F+"
    "39Blec6RJXtw025amXMIv1nKOabmultRTXiHir6jwofTIlaSh9Ukp98jDR6YrLUKsTi5eG"
    "VTF5SXGsbEweXPxPJpt52joEKZhEZXXWJIzL/JoevzikMglIbRIIT0z90MnsGRTZpSa7iX"
    "elKFSSmTnPmEV1O0dcTsIm71gAPizynvV6lzHKnnWStoYbrAHz6h0nKQwyRTeqjPYAM1Cc"
    "QLwf1bxcs+D356w15hMqqkiHpZp4QySeRTc2n6i9vrFu306iiqz5KciMW1zzKLVrEDoJq0"
    "gtNakpoLDOeY7CqTAqySkMIpDuCRtxWZ90HEriYgo1HdObrzinnGQv4iRTbuIXJYUkDrLh"
    "xGW+b9FztMpzX0/KUZYc0ixymPnBYG0kRpf0nP1uio406MkKp8BEJGIK79YcdgibN4kH9y"
    "41sFsN9mJ1XDYComLdQHSpBIBA2V/THrOtrJCZEQWT4jsxocZ726t2OPvRDicgXen4MzH8"
    "AMPPjt6+LcHmYVQun+fv4hwndiIqis1J2N1oR7s8AYckOk/MSs0xw+G7a425/Ztsre6Ykg"
    "gHA9OnA+r78HO9LMkg9r5QLPBgpOZFh5auGuayOfJtZ3ZvmSMSzkFeeQ4dmQ9BSXLMu+D/"
    "Pf71U1BW+MHSxySgroc9V/g6+fXBtrDO6kCaSnLAYAoiydqSwGYiW95t9/QcH/12sjg4+E"
    "fRmRlctS4vVzN37EEwc8K6/hXdIWngHfpDFk/21iEiui/UQ30KVmG+Aubh15lPpjHTLW2t"
    "A1A4j6JIBYowd6zb5r9FK421aLJiJkWVClQJ+5ysRZD8SRQtKtACOzdh65R6RMiAVtivgX"
    "0us2daRPItxFmw8pqKpbXNW7o9noFOVsUYFYXZIcqDaI6tW6Q2UJ1TEq36Un+kA2wr5fnm"
    "qJGhVscHNIv0aguGolFMjK2QphJou+grGVvsXrfIcpZ8nbeJSSSmvwzn8WF9mzy4bBoUyn"
    "7M0LB3sN4amjZ8mcb/v8JZi8Js5qy9rPF9Kx7efE180R4zju/PFtPzOnqHEAlsPyDIHhoJ"
    "CzB80bs5u2yT6377vIM9AOPWXf4yzsH77dZlkoXjManTrjsCp+KPpDOxS8LAWtQ1R5Mszh"
    "W8KWRZ+nLMKk6VT9gNW1Z/FvfqWk6Johv9ibphMm1ZHhoBOUQH6ocPZRyoHz7kO1DxXSJk"
    "Bw5VBQwHww8Qu+9KuaffFbin36Xd00GzwDSG88sGREB2XzfgZRjlYVQI+PP/AXhHvzo="
)
